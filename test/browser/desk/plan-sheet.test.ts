import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { actionKey } from '#shared/desk/action.ts'
import type { PreviewAnswer, SubmitAnswer } from '#shared/desk/report.ts'
import { encode, type Encoded } from '#shared/domain/decimal.ts'
import { flattenPlan, planIdOf, runningPlan } from '#test/support/fixture/plan.ts'
import { fixtureSnapshot, withPart } from '#test/support/snapshot.ts'
import { setLanguage } from '../../../renderer/src/kit/say.ts'
import { usePlanSheet } from '../../../renderer/src/desk/use-plan-sheet.ts'
import { staged } from '../../../renderer/src/positions/actions.ts'
import { enterLater } from '../support/late-enter.ts'
import { painted } from '../support/window.ts'
import { FLATTEN, openSheet, planned, press } from './sheet.ts'
import { verbatim } from '#shared/words/message.ts'

const ETH = 'E-ETH-USDT:isolated:short'
const DENIED: PreviewAnswer = {
  kind: 'denied',
  denial: {
    code: 'READ_FAILED',
    message: verbatim('Positions could not be read. Try again, or close them one by one.'),
  },
}

describe('what it shows', () => {
  it('names the account in words, and gives totals first, then warnings, then a summary of the requests', async () => {
    const { text } = await openSheet()
    const order = [
      'Flatten, keep Spot',
      'Account Main only (key …7F2a)',
      'Requests28',
      'Time~2.1 s95 % within 3.2 s',
      'Costover 75.70 USDT',
      'Margin rate7.3 % → no position',
      '2 conditional orders stay',
      'Cancel 22 orders',
      'cost unknown Close 620 ct short E-XRP-USDT at market',
      'Show all 28 requests',
    ].map((part) => text().indexOf(part))
    expect(order).not.toContain(-1)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  it('names the account as it is called now, also when it is renamed meanwhile', async () => {
    const { text, dialog, send, previewed } = await openSheet()
    const { account, ...snapshot } = fixtureSnapshot()
    await send({ ...snapshot, account: { ...account!, name: 'Pier', colour: 'teal' }, seq: 2, parts: {} })
    expect(text()).toContain('Account Pier only (key …7F2a)')
    expect(dialog().outerHTML).toContain('--account-teal')
    expect(previewed).toHaveLength(1)
  })

  it('keeps totals, warnings and the button visible however long the list is', async () => {
    const { dialog, run } = await openSheet()
    const more = [...dialog().querySelectorAll('button')].find((each) => each.textContent.includes('Show all'))
    more?.click()
    await painted()
    expect(dialog().querySelectorAll('.scroller tbody tr')).toHaveLength(28)
    for (const part of [dialog().querySelector('.facts'), dialog().querySelector('.warnings'), run()]) {
      const box = part?.getBoundingClientRect()
      expect(box && box.top >= 0 && box.bottom <= window.innerHeight).toBe(true)
    }
  })

  it('scrolls as a whole in a window enlarged to 200 %, with the hold button visible and not covering anything', async () => {
    await page.viewport(640, 400)
    const { dialog, run } = await openSheet()
    for (const top of [0, 10_000]) {
      dialog().scrollTop = top
      await painted()
      const { left, right, bottom, width, height } = run().getBoundingClientRect()
      expect(bottom).toBeLessThanOrEqual(window.innerHeight)
      expect(document.elementFromPoint(left + width / 2, bottom - height / 2)?.closest('button')).toBe(run())
      expect(right).toBeLessThanOrEqual(dialog().getBoundingClientRect().right)
    }
    const [legs, footer] = ['.groups', 'footer'].map((each) => dialog().querySelector(each)?.getBoundingClientRect())
    expect(legs?.bottom).toBeLessThanOrEqual(footer?.top ?? 0)
    for (const fact of dialog().querySelectorAll('.facts dd'))
      expect(fact.scrollWidth).toBeLessThanOrEqual(fact.clientWidth)
  })

  it('lists a short plan in full, with the start of each request', async () => {
    const { text, dialog } = await openSheet(staged(ETH, 'close'))
    expect(dialog().querySelector('.groups')).toBeNull()
    expect(text()).toContain('+0.0 sClose 800 ct short E-ETH-USDT at market')
  })

  it('shows a position that is kept from an earlier read with the age of that read', async () => {
    const usual = fixtureSnapshot()
    const kept = usual.parts.positions.data!.map((each) => ({ ...each, keptFrom: usual.mono - 12_000 }))
    const { dialog } = await openSheet(staged(ETH, 'close'), {}, withPart(usual, 'positions', { data: kept }))
    expect(dialog().querySelector('.held')?.parentElement?.textContent).toMatch(/stale 12 s/)
  })

  it('shows the age of the plan, and requests it again every five seconds', async () => {
    const { text, advance, previewed } = await openSheet()
    await advance(2_000)
    expect(text()).toContain('plan 2.0 s old')
    await advance(2_999)
    expect(previewed).toHaveLength(1)
    await advance(1)
    expect(previewed).toHaveLength(2)
    expect(text()).toContain('plan 0.0 s old')
  })

  it('keeps its plan while nobody answers, and says so', async () => {
    const { text, advance } = await openSheet(FLATTEN, {
      plan: (action, nth) => (nth === 0 ? planned(action, nth) : 'lost'),
    })
    await advance(5_000)
    expect(text()).toContain('plan 5.0 s old · Plimsoll’s core did not answer.')
    expect(text()).toContain('Cancel 22 orders')
  })

  it('cannot run a plan that main has already forgotten', async () => {
    const { run, advance, submitted } = await openSheet(FLATTEN, {
      plan: (action, nth) => (nth === 0 ? planned(action, nth) : 'lost'),
    })
    for (let step = 0; step < 12; step++) await advance(5_000)
    expect(run().title).toContain('too old')
    press(run())
    await advance(1_000)
    expect(submitted).toEqual([])
  })
})

it('changes its language at once, including its title, input errors and a running intent', async () => {
  /** Everything except main's text: the plan of these tests is in English. */
  const OWN = 'h2, .held, .choices, .statement, .facts, footer, .how, th, .now > .figure, [role="dialog"] p'
  const own = (): string => [...document.querySelectorAll(OWN)].map((each) => each.textContent).join('\n')
  const { dialog, run, advance } = await openSheet(staged(ETH, 'close'))
  expect(own()).toMatch(/[a-z]{2} [a-z]/)
  setLanguage('zh')
  await painted()
  expect(dialog().querySelector('h2')?.textContent).toBe('市价平仓：E-ETH-USDT 逐仓空头')
  expect(own()).toContain('按住以平仓 E-ETH-USDT')
  expect(own()).not.toMatch(/[a-z]{2} [a-z]/)
  press(run())
  await advance(700)
  expect(dialog().querySelector('h2')?.textContent).toBe('市价平仓：E-ETH-USDT 逐仓空头')
  expect(dialog().querySelector('.now')?.textContent).toContain('已受理；正在根据新的读取制定计划。')
  expect(own()).not.toMatch(/[a-z]{2} [a-z]/)
  usePlanSheet().open(staged(ETH, 'stop'))
  await painted()
  expect(dialog().querySelector('.statement')?.textContent).toBe('请输入触发价。')
  expect(own()).not.toMatch(/[a-z]{2} [a-z]/)
})

describe('running it', () => {
  it('takes a hold of 0.7 s, and runs the plan that was seen', async () => {
    const { run, advance, submitted, previewed } = await openSheet()
    await advance(5_000)
    expect(previewed).toHaveLength(2)
    press(run())
    await advance(699)
    expect(submitted).toEqual([])
    await advance(1)
    expect(submitted).toMatchObject([{ action: FLATTEN, planId: planIdOf(1) }])
  })

  it('takes Enter, a pause of 0.7 s and Enter, with the button focused', async () => {
    const { run, submitted } = await openSheet()
    expect(document.activeElement).toBe(run())
    await userEvent.keyboard('{Enter}')
    // Only the times of the events count, so a slow machine does not create a pause.
    enterLater(run(), -10_000)
    enterLater(run(), -9_900)
    expect(submitted).toEqual([])
    enterLater(run(), 700)
    expect(submitted).toHaveLength(1)
  })

  it('requests no other plan during a hold, and requests again after an aborted hold', async () => {
    const { run, advance, previewed } = await openSheet()
    await advance(4_900)
    press(run())
    await advance(400)
    expect(previewed).toHaveLength(1)
    run().dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
    await advance(500)
    expect(previewed).toHaveLength(2)
  })

  it('does not replace the plan when an answer comes during a hold', async () => {
    const late = Promise.withResolvers<Encoded<PreviewAnswer>>()
    const { run, advance, submitted, previewed } = await openSheet(FLATTEN, {
      plan: (action, nth) => (nth === 0 ? planned(action, nth) : late.promise),
    })
    await advance(5_000)
    expect(previewed).toHaveLength(2)
    press(run())
    await advance(300)
    late.resolve(planned(FLATTEN, 1))
    await advance(400)
    expect(submitted).toMatchObject([{ planId: planIdOf(0) }])
  })

  it('sends one request for 50 clicks, 50 holds and 50 Enters', async () => {
    const { run, dialog, advance, submitted } = await openSheet()
    const button = run()
    for (let click = 0; click < 50; click++) button.click()
    for (let held = 0; held < 50; held++) press(button)
    await advance(700)
    for (let held = 0; held < 50; held++) {
      press(button)
      button.click()
      dialog().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    }
    await userEvent.keyboard('{Enter}'.repeat(50))
    await advance(5_000)
    expect(submitted).toHaveLength(1)
  })

  it('only closes on Esc, whatever was pressed before', async () => {
    const { advance, submitted } = await openSheet()
    await userEvent.keyboard('{Enter}')
    await advance(800)
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('{Escape}')
    await painted()
    await advance(10_000)
    expect(document.querySelector('[role="dialog"]')).toBeNull()
    expect(submitted).toEqual([])
  })

  it.each<SubmitAnswer>([
    { kind: 'accepted', intentId: 'it' },
    {
      kind: 'denied',
      denial: { code: 'PLAN_EXPIRED', message: verbatim('This plan is too old: look at the new one.') },
    },
  ])('stays closed when it is closed before main has answered: $kind', async (answer) => {
    const late = Promise.withResolvers<SubmitAnswer>()
    const { run, advance, submitted, previewed } = await openSheet(FLATTEN, { answer: late.promise })
    press(run())
    await advance(700)
    expect(submitted).toHaveLength(1)
    await userEvent.keyboard('{Escape}')
    late.resolve(answer)
    await painted()
    await advance(30_000)
    expect(usePlanSheet().view).toBeNull()
    expect(previewed).toHaveLength(1)
  })

  it('requests nothing more once it is closed', async () => {
    const { advance, previewed } = await openSheet()
    await userEvent.keyboard('{Escape}')
    await painted()
    await advance(30_000)
    expect(previewed).toHaveLength(1)
    expect(document.querySelector('[role="dialog"]')).toBeNull()
  })

  it('closes when another account is opened', async () => {
    const { send } = await openSheet()
    await send({ ...fixtureSnapshot(), runId: 'run-2' })
    await painted()
    expect(document.querySelector('[role="dialog"]')).toBeNull()
  })
})

describe('when it cannot be run', () => {
  it('says why and what to do, cannot be held, and requests again', async () => {
    const { text, run, advance, submitted, previewed } = await openSheet(FLATTEN, {
      plan: (action, nth) => (nth === 0 ? encode(DENIED) : planned(action, nth)),
    })
    expect(text()).toContain('Positions could not be read. Try again, or close them one by one.')
    press(run())
    await advance(1_000)
    expect(submitted).toEqual([])
    await advance(4_000)
    expect(previewed).toHaveLength(2)
    expect(text()).not.toContain('could not be read')
    expect(text()).toContain('Cancel 22 orders')
  })

  it('waits for the order to be restored to end, says so, and continues by itself afterwards', async () => {
    const words = 'Waiting for what is to be restored to end: 10 of 17.'
    const message = verbatim(words)
    const wait: PreviewAnswer = { kind: 'denied', denial: { code: 'STILL_SETTLING', message } }
    const { text, dialog, run, advance } = await openSheet(FLATTEN, {
      plan: (action, nth) => (nth < 2 ? encode(wait) : planned(action, nth)),
    })
    expect(dialog().querySelector('[role="status"]')?.textContent).toContain(words)
    expect(dialog().querySelector('[role="alert"]')).toBeNull()
    expect(run().ariaDisabled).toBe('true')
    await advance(500)
    expect(text()).toContain(words)
    await advance(500)
    expect(text()).not.toContain(words)
    expect(text()).toContain('Cancel 22 orders')
  })

  it('returns with the reason and a fresh plan when main refuses the held one', async () => {
    const denial = { code: 'PLAN_EXPIRED', message: verbatim('This plan is too old: look at the new one.') } as const
    const { text, run, advance, previewed } = await openSheet(FLATTEN, { answer: { kind: 'denied', denial } })
    press(run())
    await advance(700)
    expect(text()).toContain('Not sent: This plan is too old: look at the new one.')
    expect(previewed).toHaveLength(2)
    expect(text()).toContain('Hold to flatten')
  })

  it('offers to submit again, with the same intent, when it is unknown whether it was accepted', async () => {
    const { text, dialog, run, advance, submitted } = await openSheet(FLATTEN, { answer: 'lost' })
    press(run())
    await advance(700)
    expect(text()).toContain('Asking again is safe')
    ;[...dialog().querySelectorAll('button')].find((each) => each.textContent === 'Ask again')?.click()
    await painted()
    expect(new Set(submitted.map(({ intentId }) => intentId)).size).toBe(1)
    expect(submitted).toHaveLength(2)
  })
})

describe('editing it', () => {
  it('uses 1 to 4 for the share of a close, and shows that plan', async () => {
    const { text, advance, previewed } = await openSheet(staged(ETH, 'close'))
    await userEvent.keyboard('2')
    await advance(250)
    expect(previewed.at(-1)).toMatchObject({ kind: 'closePosition', size: { percent: 50 } })
    expect(text()).toContain('Close 50 % of short E-ETH-USDT isolated at market')
  })

  it('never runs the plan of an earlier choice', async () => {
    const { run, advance, submitted } = await openSheet(staged(ETH, 'close'))
    press(run())
    await advance(300)
    await userEvent.keyboard('1')
    await advance(700)
    expect(submitted).toEqual([])
  })

  it('focuses the price of a stop first: digits go there, Enter moves on to the button', async () => {
    const { text, run, advance, previewed, submitted } = await openSheet(staged(ETH, 'stop'))
    expect(text()).toContain('Enter the trigger price.')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Trigger price')
    await userEvent.keyboard('3720.5')
    expect(previewed).toEqual([])
    await advance(250)
    expect(previewed).toMatchObject([{ kind: 'protect', trigger: { kind: 'price', price: '3720.5' } }])
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement).toBe(run())
    await advance(800)
    expect(submitted).toEqual([])
  })

  it('sends a limit price and an exact size as typed', async () => {
    const { dialog, advance, previewed } = await openSheet(staged(ETH, 'close'))
    const option = (name: string) =>
      [...dialog().querySelectorAll('label')].find((each) => each.textContent.trim() === name)
    option('Exact')?.click()
    await painted()
    option('Limit')?.click()
    await painted()
    await userEvent.fill(dialog().querySelector('[aria-label="Contracts"]') as HTMLElement, '12.50')
    await userEvent.fill(dialog().querySelector('[aria-label="Limit price"]') as HTMLElement, '3400')
    await advance(250)
    expect(previewed.at(-1)).toEqual({
      kind: 'closePosition',
      positionKey: ETH,
      size: { kind: 'volume', volume: '12.50' },
      tactic: { kind: 'limit', price: '3400' },
    })
  })

  it('keeps Spot unless selling it is chosen', async () => {
    const { dialog, advance, previewed } = await openSheet()
    expect(previewed).toEqual([FLATTEN])
    const sell = [...dialog().querySelectorAll('label')].find((each) => each.textContent.trim() === 'Sell')
    sell?.click()
    await advance(250)
    expect(previewed.at(-1)).toEqual({ kind: 'flatten', spot: 'sell' })
    localStorage.clear()
  })
})

describe('following it', () => {
  it('stays with the intent, leg by leg and through all rounds, until it is hidden; hiding stops nothing', async () => {
    const { text, run, advance, send, submitted } = await openSheet()
    press(run())
    await advance(700)
    expect(text()).toContain('Plimsoll accepted it')
    const [asked] = submitted
    if (!asked) throw new Error('expected an intent')
    expect(actionKey(asked.action)).toBe(actionKey(FLATTEN))
    const snapshot = fixtureSnapshot()
    const desk = snapshot.parts.desk.data
    if (!desk) throw new Error('expected a desk')
    const report = runningPlan(flattenPlan(), asked.intentId, (index) => (index < 20 ? 'verified' : 'acknowledged'))
    await send({ ...withPart(snapshot, 'desk', { data: { ...desk, intents: encode([report]) } }), seq: 2 })
    expect(text()).toContain('acknowledged 20 of 29')
    expect(text()).toContain('planned ~3.4 s (95 % within 6.0 s)')
    expect(text()).toContain('round 2')
    expect(text()).toContain('one open order less')
    await userEvent.keyboard('{Escape}')
    await painted()
    expect(document.querySelector('[role="dialog"]')).toBeNull()
    expect(submitted).toHaveLength(1)
  })
})
