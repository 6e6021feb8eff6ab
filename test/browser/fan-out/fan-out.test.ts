/** One way out for several accounts: the plan of each, one hold, and how each goes. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { localFailure } from '#shared/domain/failure.ts'
import { encode } from '#shared/domain/decimal.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Action, SpotPolicy } from '#shared/desk/action.ts'
import type { AccountView } from '#shared/snapshot/snapshot.ts'
import { verbatim } from '#shared/words/message.ts'
import type { IntentReport } from '#shared/desk/report.ts'
import type { LegState } from '#shared/desk/plan.ts'
import { flattenPlan, runningPlan } from '#test/support/fixture/plan.ts'
import App from '../../../renderer/src/app/App.vue'
import { useFanOut } from '../../../renderer/src/fan-out/use-fan-out.ts'
import { usePlanSheet } from '../../../renderer/src/desk/use-plan-sheet.ts'
import { setLanguage } from '../../../renderer/src/kit/say.ts'
import { press } from '../desk/sheet.ts'
import { violations } from '../support/axe.ts'
import { enterLater } from '../support/late-enter.ts'
import { painted } from '../support/window.ts'
import { accounts, denied, idOf, liveWith, openFanOut, planned, type Preview } from './sheet.ts'

const WATCHED = 'This account is only watched: nothing is sent for it.'

/** Three accounts, of which the third has no plan. */
const THREE = accounts(3)
const [MAIN, BERTH, WATCH] = THREE as [AccountView, AccountView, AccountView]
const plan = (account: AccountView, nth: number): Preview =>
  account === WATCH ? denied(WATCHED) : planned(idOf(account, nth))

const report = (
  account: AccountView,
  state: IntentReport['state'],
  stateOf: (index: number) => LegState = () => 'verified',
) => encode(runningPlan(flattenPlan(), idOf(account), stateOf, state))

const CAPPED = { kind: 'flatten', spot: 'keep', tactic: { kind: 'capped', percent: '0.5' } } as const

const cells = (row: HTMLElement): string[] =>
  [...row.querySelectorAll('td')].map((cell) => cell.textContent.replaceAll(/\s+/g, ' ').trim())

describe('the plans', () => {
  it('are one for each account, named with its key, with its figures, its warnings, and why there is none', async () => {
    const { row, text, previewed } = await openFanOut(THREE, { plan })
    expect(previewed).toEqual(THREE.map(({ id: accountId }) => ({ accountId, way: 'flatten' })))
    expect(row(BERTH).querySelector('th')?.textContent).toMatch(/Berth 2\s*key …0011/)
    expect(cells(row(BERTH)).slice(0, 4)).toEqual([
      '2822 cancels, 6 closes',
      '~3.4 s95 % within 6.0 s',
      'over 75.70 USDTslippage 42.20 + fee 33.50; 1 of 6 not known',
      expect.stringMatching(/^7\.3 % → no position.*E-ETH-USDT/),
    ])
    expect(row(BERTH).textContent).toContain('2 conditional orders stay')
    expect(cells(row(WATCH))).toEqual([WATCHED])
    expect(text()).toContain('Flatten all accounts')
  })

  it('are totalled over what a hold would run; all that is left out is named, and margin is not summed', async () => {
    const quay = { ...MAIN, id: 'elsewhere', name: 'Quay' }
    const stored = [...THREE, quay]
    const { inDialog, tick, text, send } = await openFanOut(THREE, {
      plan,
      accounts: { listAccounts: async () => ok(stored) },
    })
    await expect.poll(text).toContain('Not connected, so not included: Quay')
    const total = () => inDialog('[data-testid=total]').textContent.replaceAll(/\s+/g, ' ').trim()
    expect(total()).toMatch(/^2 of 3 accounts.*56.*~3.4 s.*95 % within 6.0 s.*over 151.40 USDT.*never summed$/)
    expect(text()).toContain(`No plan: ${WATCH.name}`)
    await userEvent.click(tick(BERTH))
    expect(total()).toMatch(/^1 of 3 accounts.*28.*over 75.70 USDT/)
    expect(text()).toContain(`Not ticked, so nothing is sent for: ${BERTH.name}`)
    expect(text()).toContain(`Cost known in part only: ${MAIN.name}`)
    await send({ ...liveWith([MAIN, BERTH, quay]), seq: 2 })
    await expect.poll(text).toContain(`Not connected, so not included: ${WATCH.name}`)
    expect(text()).not.toMatch(/Not connected[^:]*:[^:]*Quay/)
  })

  it('may take as long as all in turn if their accounts share the limits of a venue', async () => {
    const { spotBaseUrl } = MAIN
    const shared = accounts(3, (nth) => (nth === 1 ? { spotBaseUrl } : {}))
    const { inDialog } = await openFanOut(shared)
    expect(inDialog('[data-testid=total]').textContent).toContain('up to 12 s: shared limits')
  })

  it('wait for none that is late, which is named', async () => {
    const never = new Promise<Preview>(() => {})
    const { run, row, text } = await openFanOut(THREE, {
      plan: (account, nth) => (account === BERTH ? never : plan(account, nth)),
    })
    expect(cells(row(BERTH))).toEqual(['Making the plan from fresh reads…'])
    expect(text()).toContain(`Still being planned, so not included: ${BERTH.name}`)
    expect(run().textContent).toContain('Hold to flatten 1 account')
    expect(run().ariaDisabled).not.toBe('true')
  })

  it('are made again every 15 s, and run no more once main has forgotten them', async () => {
    const { previewed, advance, run, text, submitted } = await openFanOut([MAIN, BERTH], {
      plan: (account, nth) =>
        nth === 0 ? planned(idOf(account)) : err(localFailure('closed', 'previewWay', verbatim('It did not answer.'))),
    })
    await advance(14_999)
    expect(previewed).toHaveLength(2)
    await advance(1)
    expect(previewed).toHaveLength(4)
    expect(text()).toContain('It did not answer.')
    await advance(30_000)
    expect(run().ariaDisabled).not.toBe('true')
    await advance(11_000)
    press(run())
    await advance(1_000)
    expect(submitted).toEqual([])
  })

  it('show their requests on a click', async () => {
    const { row, dialog } = await openFanOut(THREE, { plan })
    await userEvent.click(row(BERTH).querySelector('button[aria-expanded]')!)
    expect(row(BERTH).textContent).toContain('Show all 28 requests')
    expect(dialog().querySelectorAll('.legs')).toHaveLength(1)
  })

  it('are at market unless a cap is typed, which holds for all of them', async () => {
    const { previewed, inDialog, advance, run, text, submitted } = await openFanOut([MAIN, BERTH])
    const prices = () => inDialog('[aria-label="Price"] input:checked')
    prices().focus()
    await userEvent.keyboard('{ArrowRight}')
    await advance(250)
    expect(previewed.slice(2)).toEqual(
      [MAIN, BERTH].map(({ id: accountId }) => ({ accountId, way: 'flatten', cap: '0.5' })),
    )
    expect(text()).toContain('tries once to close each position')
    // Without a number there is no plan to run.
    await userEvent.fill(inDialog('.field.percent'), '')
    await advance(250)
    expect(text()).toContain('Enter the distance from the mark, in percent.')
    press(run())
    await advance(1_000)
    expect([previewed.length, submitted]).toEqual([4, []])
    await userEvent.fill(inDialog('.field.percent'), '1.5')
    await advance(250)
    expect(previewed.slice(4).map(({ cap }) => cap)).toEqual(['1.5', '1.5'])
    press(run())
    await advance(700)
    expect(submitted).toEqual([[idOf(MAIN, 2), idOf(BERTH, 2)]])
  })

  it('say the cap of each account, and that Spot has none where Spot is sold', async () => {
    const capped = (spot: SpotPolicy): Action => ({ ...CAPPED, spot })
    const { row, text, tick, inDialog, advance } = await openFanOut([MAIN, BERTH], {
      plan: (account, nth) => {
        const wanted = flattenPlan(22, capped(account === BERTH ? 'sell' : 'keep'))
        return ok({ kind: 'plan', planId: idOf(account, nth), plan: encode(wanted) })
      },
    })
    inDialog('[aria-label="Price"] input:checked').focus()
    await userEvent.keyboard('{ArrowRight}')
    await advance(250)
    expect(row(MAIN).textContent).toContain('Flatten, keep Spot, positions at most 0.5\u202f% away')
    expect(text()).toContain('The cap covers positions only. Spot is sold at market')
    await userEvent.click(tick(BERTH))
    expect(text()).not.toContain('The cap is for positions')
  })

  it('have no price where orders are only cancelled', async () => {
    const { dialog } = await openFanOut([MAIN], { way: 'cancelAll' })
    expect(dialog().querySelector('[aria-label="Price"]')).toBeNull()
  })

  it('are said in Chinese, including totals and what is left out', async () => {
    const { dialog, tick } = await openFanOut(THREE, {
      plan: (account, nth) => (account === WATCH ? denied('') : planned(idOf(account, nth))),
    })
    await userEvent.click(tick(BERTH))
    setLanguage('zh')
    await painted()
    const own = [...dialog().querySelectorAll('h2, th[scope=col], [data-testid=total], .gaps, footer, .how')]
    expect(own.map((each) => each.textContent).join('\n')).not.toMatch(/[a-z]{2} [a-z]/)
  })
})

describe('the hold', () => {
  it('of 0.7 s runs the ticked plans that were seen, in one call', async () => {
    const { tick, run, advance, submitted } = await openFanOut([MAIN, BERTH, ...accounts(4).slice(3)])
    await userEvent.click(tick(BERTH))
    press(run())
    await advance(699)
    expect(submitted).toEqual([])
    await advance(1)
    expect(submitted).toEqual([[idOf(MAIN), 'plan 0 of Berth 4']])
  })

  it('is reached by keyboard: it has the focus, Enter on a tick leads to it, and Enter, a pause, Enter runs', async () => {
    const { run, tick, submitted } = await openFanOut(THREE, { plan })
    expect(document.activeElement).toBe(run())
    tick(MAIN).focus()
    await userEvent.keyboard(' {Enter}')
    expect([tick(MAIN).checked, document.activeElement]).toEqual([false, run()])
    await userEvent.keyboard('{Enter}')
    enterLater(run(), -10_000)
    expect(submitted).toEqual([])
    enterLater(run(), 700)
    expect(submitted).toEqual([[idOf(BERTH)]])
  })

  it('runs nothing on Esc, which first ends a hold and then closes', async () => {
    const { advance, submitted } = await openFanOut(THREE, { plan })
    await userEvent.keyboard('{Enter}{Escape}')
    expect(document.querySelector('[role=dialog]')).not.toBeNull()
    await userEvent.keyboard('{Escape}')
    await painted()
    await advance(20_000)
    expect([document.querySelector('[role=dialog]'), submitted]).toEqual([null, []])
  })

  it('keeps the plans that were seen, even if another answer comes meanwhile', async () => {
    const late = Promise.withResolvers<Preview>()
    const { run, advance, submitted } = await openFanOut([MAIN, BERTH], {
      plan: (account, nth) => (account === MAIN && nth === 1 ? late.promise : planned(idOf(account, nth))),
    })
    await advance(15_000)
    press(run())
    await advance(300)
    late.resolve(planned(idOf(MAIN, 1)))
    await advance(400)
    expect(submitted).toEqual([[idOf(MAIN), idOf(BERTH, 1)]])
  })

  it('sends one call for 50 holds and 50 Enters', async () => {
    const { run, advance, submitted } = await openFanOut(THREE, { plan, answers: () => new Promise(() => {}) })
    for (let nth = 0; nth < 50; nth++) press(run())
    await advance(700)
    for (let nth = 0; nth < 50; nth++) press(run())
    await advance(700)
    await userEvent.keyboard('{Enter}'.repeat(50))
    await advance(5_000)
    expect(submitted).toHaveLength(1)
  })

  it('that ran nothing leaves the trader at the plans, says why, and has them made again', async () => {
    const { run, advance, previewed, inDialog } = await openFanOut([MAIN, BERTH], {
      refuse: () => verbatim('It was not confirmed; nothing was sent.'),
    })
    press(run())
    await advance(700)
    await painted()
    expect(inDialog('[data-refused]').textContent).toContain('Not sent: It was not confirmed; nothing was sent.')
    expect(previewed).toHaveLength(4)
    expect(useFanOut().newest).toBeNull()
  })
})

describe('the progress', () => {
  /** The sheet after a hold of Main and Berth. */
  async function running(options: Parameters<typeof openFanOut>[1] = {}) {
    const sheet = await openFanOut([MAIN, BERTH], options)
    press(sheet.run())
    await sheet.advance(700)
    await painted()
    return sheet
  }

  it('has the outcome of each account in its own words, to the end', async () => {
    const { reports, advance, row, inDialog } = await running()
    expect(row(MAIN).textContent).toContain('not listed')
    reports.set(
      idOf(MAIN),
      report(MAIN, 'running', (index) => (index < 5 ? 'verified' : 'journalled')),
    )
    reports.set(
      idOf(BERTH),
      report(BERTH, 'needsHuman', (index) => (index === 3 ? 'needsHuman' : 'verified')),
    )
    await advance(1_000)
    expect(row(MAIN).textContent).toContain('sending 5 of 29')
    expect(row(BERTH).textContent).toContain('needs you 27 of 28')
    expect(inDialog('[data-testid=summary]').textContent).toBe('0 done · 1 under way · 1 to look at')
    reports.set(idOf(MAIN), report(MAIN, 'done'))
    await advance(1_000)
    expect(row(MAIN).textContent).toContain('22 orders cancelled, 6 positions closed; seen flat.')
    expect(inDialog('[data-testid=summary]').textContent).toBe('1 done · 0 under way · 1 to look at')
  })

  it('tells what one account was refused beside what the others do', async () => {
    const { row } = await running({
      refuse: (planId) => (planId === idOf(BERTH) ? verbatim('The same is under way.') : null),
    })
    expect(row(BERTH).textContent).toMatch(/refused.*The same is under way\./)
    expect(row(MAIN).textContent).not.toContain('refused')
  })

  it('is left without stopping anything, and found again on the accounts screen', async () => {
    const sheet = await openFanOut([MAIN, BERTH], { view: App })
    press(sheet.run())
    await sheet.advance(700)
    await userEvent.keyboard('{Escape}')
    await painted()
    expect(document.querySelector('[role=dialog]')).toBeNull()
    await sheet.askPlace({ kind: 'screen', screen: 'accounts' })
    sheet.reports.set(idOf(MAIN), report(MAIN, 'done'))
    await expect.poll(() => document.querySelector('[data-action=progress]')).not.toBeNull()
    await userEvent.click(document.querySelector('[data-action=progress]')!)
    await expect.poll(sheet.text).toContain('seen flat.')
    expect(sheet.submitted).toHaveLength(1)
  })

  it('says that nothing is known when no answer came, and asking again repeats the same plans', async () => {
    let isLost = true
    const answers = async (): Promise<void> => {
      if (isLost) throw new Error('main is gone')
    }
    const { row, submitted, dialog } = await running({ answers })
    expect(row(MAIN).textContent).toContain('no answer')
    isLost = false
    const again = [...dialog().querySelectorAll('button')].find(({ textContent }) => textContent.includes('Ask again'))
    await userEvent.click(again!)
    await expect.poll(() => row(MAIN).textContent).not.toContain('no answer')
    expect(submitted).toEqual([
      [idOf(MAIN), idOf(BERTH)],
      [idOf(MAIN), idOf(BERTH)],
    ])
  })

  it('claims no progress of an account that is gone, but keeps how its intent ended', async () => {
    const { reports, advance, row } = await running()
    reports.set(
      idOf(MAIN),
      report(MAIN, 'running', () => 'journalled'),
    )
    reports.set(idOf(BERTH), report(BERTH, 'done'))
    await advance(1_000)
    reports.clear()
    await advance(1_000)
    expect(row(MAIN).textContent).toContain('Look in the journal.')
    expect(row(BERTH).textContent).toContain('seen flat.')
  })

  it('is marked with its age while main is silent', async () => {
    const { reports, advance, inDialog, silence } = await running()
    reports.set(
      idOf(MAIN),
      report(MAIN, 'running', () => 'journalled'),
    )
    await advance(1_000)
    const isMarked = () => inDialog('.scroller').classList.contains('hatched')
    expect(isMarked()).toBe(false)
    silence()
    for (let second = 0; second < 6; second++) await advance(1_000)
    expect([isMarked(), inDialog('[data-testid=summary]').textContent]).toEqual([
      true,
      expect.stringMatching(/as of \d\.\d s ago/),
    ])
    // The age is not announced: it changes all the time.
    expect(inDialog('[role=status]').textContent).not.toContain(' ago')
  })

  it('leads to the requests of an account, which comes to the front', async () => {
    const opened: string[] = []
    const accountsOf = {
      openAccount: async ({ accountId }: { accountId: string }) => {
        opened.push(accountId)
        return ok(BERTH)
      },
    }
    const { reports, advance, row, send } = await running({ accounts: accountsOf })
    reports.set(idOf(BERTH), report(BERTH, 'done'))
    await advance(1_000)
    await userEvent.click(row(BERTH).querySelector('button')!)
    expect(opened).toEqual([BERTH.id])
    // The window still shows the other account, whose run this is not.
    expect(usePlanSheet().view).toBeNull()
    await send({ ...liveWith(THREE), runId: 'run-2', seq: 1, account: BERTH })
    await expect.poll(() => usePlanSheet().view).not.toBeNull()
    expect([useFanOut().view, usePlanSheet().view]).toMatchObject([null, { kind: 'run', intentId: idOf(BERTH) }])
  })
})

it('names an account as it is called now, with its plan as it was', async () => {
  const { send, row, previewed } = await openFanOut(THREE, { plan })
  const renamed = THREE.map((each) => (each === BERTH ? { ...each, name: 'Pier', colour: 'teal' as const } : each))
  await send({ ...liveWith(renamed), seq: 2 })
  expect(row(BERTH).textContent).toContain('Pier')
  expect(row(BERTH).textContent).not.toContain(BERTH.name)
  expect(row(BERTH).querySelector('.mark')).not.toBeNull()
  expect(previewed).toHaveLength(3)
})

it('stays open, with its plans, when another account comes to the front', async () => {
  const { send, text, previewed } = await openFanOut(THREE, { plan })
  await send({ ...liveWith(THREE), runId: 'run-2', seq: 1, account: BERTH })
  await painted()
  expect(text()).toContain('2 of 3 accounts')
  expect(previewed).toHaveLength(3)
})

describe('ten accounts with long names', () => {
  const LONG = 'Harbour Lane Market Making Sub-account 0'
  const TEN = accounts(10, (nth) => ({ name: `${LONG.slice(0, 38)}${String(10 + nth)}` }))

  it.each([
    [1024, 760],
    [1280, 800],
  ] as const)('fit a window of %i × %i: nothing is cut, and the hold button stays in sight', async (width, height) => {
    await page.viewport(width, height)
    const { dialog, run, inDialog } = await openFanOut(TEN, { view: App })
    await document.fonts.ready
    const { bottom, right } = run().getBoundingClientRect()
    expect([bottom <= window.innerHeight, right <= window.innerWidth]).toEqual([true, true])
    for (const each of [dialog(), inDialog('.scroller'), inDialog('[data-testid=total]')])
      expect(each.scrollWidth).toBeLessThanOrEqual(each.clientWidth)
    for (const cell of dialog().querySelectorAll('td, th'))
      expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth)
    expect(inDialog('.scroller').clientHeight).toBeGreaterThan(140)
  })

  it('pass axe-core, as plans and in progress', async () => {
    const sheet = await openFanOut([...TEN.slice(0, 9), WATCH], { view: App, plan })
    await document.fonts.ready
    // The screen behind the sheet is loaded by itself.
    await expect.poll(() => document.querySelector('h1')).not.toBeNull()
    expect(await violations()).toEqual([])
    press(sheet.run())
    sheet.reports.set(idOf(TEN[0]!), report(TEN[0]!, 'done'))
    await sheet.advance(700)
    await painted()
    await sheet.advance(1_000)
    expect(await violations()).toEqual([])
  })
})
