import { h } from 'vue'
import { describe, expect, it, onTestFinished } from 'vitest'
import { userEvent } from 'vitest/browser'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import type { RescueAnswer } from '#shared/desk/rescue.ts'
import type { RescueWay } from '#shared/desk/rescue/appraise.ts'
import { decimal, encode } from '#shared/domain/decimal.ts'
import { ok } from '#shared/domain/result.ts'
import type { CommandArgs, CommandResult } from '#shared/ipc/contract.ts'
import { closePlan, shown } from '#test/support/fixture/plan.ts'
import { fixtureSnapshot, withPart } from '#test/support/snapshot.ts'
import PlanSheet from '../../../renderer/src/desk/PlanSheet.vue'
import RescueSheet from '../../../renderer/src/desk/RescueSheet.vue'
import { setLanguage } from '../../../renderer/src/kit/say.ts'
import { usePlanSheet } from '../../../renderer/src/desk/use-plan-sheet.ts'
import { useRescue } from '../../../renderer/src/desk/use-rescue.ts'
import { openWindow, painted, type Bench } from '../support/window.ts'
import { verbatim } from '#shared/words/message.ts'

/** Both sheets of the window, as the app mounts them. */
const Sheets = () => [h(PlanSheet), h(RescueSheet)]

const ETH = 'E-ETH-USDT:isolated:short'
const LINK = 'E-LINK-USDT:isolated:long'
const ETH_UNIT = `isolated:${ETH}`

const CLOSE: Action = { ...closeAtMarket(ETH), size: { kind: 'volume', volume: '420' } }

const WAYS: readonly RescueWay[] = [
  {
    action: CLOSE,
    after: 0.16,
    reaches: true,
    cost: decimal('12.4'),
    realized: decimal('-382.1'),
    netExposure: decimal('12450'),
  },
  {
    action: { kind: 'cancelOrders', orders: [{ area: 'contract', instrument: 'E-ETH-USDT', orderId: '1' }] },
    after: 0.112,
    reaches: false,
    cost: decimal(0),
    realized: decimal(0),
    netExposure: null,
  },
  {
    action: {
      kind: 'reduce',
      closes: [
        { positionKey: ETH, volume: '200' },
        { positionKey: LINK, volume: '50' },
      ],
    },
    after: null,
    reaches: false,
    cost: null,
    realized: null,
    netExposure: decimal('9000'),
  },
]

function ranked(change: Partial<Extract<RescueAnswer, { kind: 'ranked' }>> = {}): CommandResult<'rescue'> {
  const answer = { unitId: ETH_UNIT, before: 0.0749, target: 0.15, reportingCoin: 'USDT', ways: WAYS, warnings: [] }
  return ok(encode({ kind: 'ranked', ...answer, ...change } satisfies RescueAnswer))
}

type Asked = CommandArgs<'rescue'>
type Answer = CommandResult<'rescue'> | Promise<CommandResult<'rescue'>>

interface Sheet extends Bench {
  readonly asked: readonly Asked[]
  readonly text: () => string
  readonly dialog: () => HTMLElement
  readonly one: (selector: string) => HTMLElement
  readonly input: (selector: string) => HTMLInputElement
}

function found<Element>(element: Element | null): Element {
  if (element === null) throw new Error('expected it to be shown')
  return element
}

async function openRescue(
  answer: (asked: Asked, nth: number) => Answer = () => ranked(),
  unitId: string | null = ETH_UNIT,
  snapshot = fixtureSnapshot(),
): Promise<Sheet> {
  const asked: Asked[] = []
  const rescue = async (question: Asked) => {
    asked.push(question)
    return await answer(question, asked.length - 1)
  }
  const bench = await openWindow(Sheets, snapshot, {
    desk: { rescue },
    plan: (action, nth) => shown(closePlan(action), nth),
  })
  useRescue().open(unitId)
  await painted()
  const dialog = (): HTMLElement => found(document.querySelector<HTMLElement>('[role="dialog"]'))
  return {
    ...bench,
    asked,
    dialog,
    text: () => dialog().textContent.replace(/\s+/g, ' '),
    one: (selector) => found(dialog().querySelector<HTMLElement>(selector)),
    input: (selector) => found(dialog().querySelector<HTMLInputElement>(selector)),
  }
}

const slider = ({ input }: Sheet) => input('input[type="range"]')
const field = ({ input }: Sheet) => input('[aria-label="Target margin rate in percent"]')
const rows = ({ dialog }: Sheet) => [...dialog().querySelectorAll<HTMLElement>('tr.row')]

/** The text of each way, cell by cell. */
function cells(sheet: Sheet): string[][] {
  return rows(sheet).map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim()))
}

async function slideTo(sheet: Sheet, percent: string): Promise<void> {
  const input = slider(sheet)
  input.value = percent
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await painted()
}

it('changes its language at once', async () => {
  const sheet = await openRescue()
  expect(sheet.text()).toMatch(/[a-z]{2} [a-z]/)
  setLanguage('zh')
  await painted()
  expect(sheet.text()).toContain('市价平仓：E-ETH-USDT 逐仓空头 420 张')
  expect(sheet.text()).not.toMatch(/[a-z]{2} [a-z]/)
  expect(
    [...sheet.dialog().querySelectorAll('[title]')].map((each) => each.getAttribute('title')).join('\n'),
  ).not.toMatch(/[a-z]{2} [a-z]/)
})

describe('what it shows', () => {
  it('starts at the first rate without anything amber, and requests ways to it', async () => {
    const sheet = await openRescue()
    const { runId } = fixtureSnapshot()
    expect(sheet.asked).toEqual([{ runId, unitId: ETH_UNIT, targetPercent: field(sheet).value }])
    // 20 % away from liquidation, where 6.9 points of rate correspond to 6.9 % of price.
    expect(Number(field(sheet).value)).toBeCloseTo(20.7, 1)
    expect(slider(sheet).value).toBe(field(sheet).value)
    expect(sheet.text()).toContain('Account Main only (key …7F2a).')
    expect(sheet.text()).toMatch(/DANGER\s*rate now 7\.49\s%\s*liquidated at 0\.56\s%/)
  })

  it('ranks the ways with their figures, and says whether each is enough', async () => {
    expect(cells(await openRescue())).toEqual([
      [
        '1',
        'Close 420 ct of short E-ETH-USDT isolated at market',
        '16.0\u202f% reaches it',
        '12.40',
        '−382.10',
        '+12,450',
        'Show plan',
      ],
      ['2', 'Cancel 1 orderfrees margin', '11.2\u202f% below 15.0\u202f%', '0.00', '0.00', 'not known', 'Show plan'],
      [
        '3',
        'Reduce 2 positionsshort E-ETH-USDT isolated by 200 ct, long E-LINK-USDT isolated by 50 ct',
        'no position no equity left',
        'not known',
        'not known',
        '+9,000',
        'Show plan',
      ],
    ])
  })

  it('chooses the unit nearest to liquidation when none was given, and lets another be chosen', async () => {
    const sheet = await openRescue(undefined, null)
    expect(sheet.asked.map(({ unitId }) => unitId)).toEqual([`isolated:${LINK}`])
    const other = [...sheet.dialog().querySelectorAll('label')].find((each) => each.textContent.trim() === 'USDT cross')
    other?.click()
    await sheet.advance(250)
    expect(sheet.asked.at(-1)?.unitId).toBe('cross:USDT')
  })

  it("shows warnings, and main's denial in its own words", async () => {
    const warned = await openRescue(() => ranked({ warnings: [verbatim('The book of E-XRP-USDT could not be read.')] }))
    expect(warned.one('.warnings').textContent).toContain('The book of E-XRP-USDT could not be read.')
  })

  it('says why there are no ways', async () => {
    const denial = { code: 'READ_FAILED', message: verbatim('Positions could not be read. Try again.') } as const
    const denied = await openRescue(() => ok({ kind: 'denied', denial }))
    expect(denied.one('[role="alert"]').textContent).toContain('Positions could not be read. Try again.')
    expect(rows(denied)).toEqual([])
  })

  it('shows no alarm when a unit has already reached the target', async () => {
    const message = verbatim('The margin rate of the cross account of USDT is 25.7 % already, at or above 20 %.')
    const sheet = await openRescue(() => ok({ kind: 'denied', denial: { code: 'NOTHING_TO_DO', message } }))
    expect(sheet.one('[data-testid="denial"]').textContent).toContain('25.7 % already')
    expect(sheet.dialog().querySelector('[data-testid="denial"] .red')).toBeNull()
  })

  it('offers nothing without positions, and requests nothing', async () => {
    const whole = fixtureSnapshot()
    const { data } = whole.parts.risk
    if (!data) throw new Error('expected risk figures')
    const sheet = await openRescue(undefined, null, withPart(whole, 'risk', { data: { ...data, margin: [] } }))
    expect(sheet.text()).toContain('No position with a margin rate')
    expect(sheet.asked).toEqual([])
  })
})

describe('the target', () => {
  it('is requested once it stops changing, however far the slider went', async () => {
    const sheet = await openRescue()
    for (const percent of ['12', '13', '14']) {
      await slideTo(sheet, percent)
      await sheet.advance(100)
    }
    expect(sheet.asked).toHaveLength(1)
    await sheet.advance(150)
    expect(sheet.asked.slice(1)).toMatchObject([{ targetPercent: '14' }])
  })

  it('keeps the previous ways, marked as for another target, until the newest answer arrives', async () => {
    const late = [Promise.withResolvers<CommandResult<'rescue'>>(), Promise.withResolvers<CommandResult<'rescue'>>()]
    const sheet = await openRescue((_, nth) => late[nth - 1]?.promise ?? ranked())
    const before = field(sheet).value
    await slideTo(sheet, '12')
    await sheet.advance(250)
    expect(sheet.text()).toContain(`these are the ways to ${before} %; asking for the new target`)
    expect(rows(sheet)[0]?.classList).toContain('row-delayed')
    await slideTo(sheet, '11')
    await sheet.advance(250)
    late[1]?.resolve(ranked({ target: 0.11, ways: WAYS.slice(0, 1) }))
    await painted()
    expect(rows(sheet)).toHaveLength(1)
    expect(rows(sheet)[0]?.classList).toContain('row-fresh')
    // The answer to the previous question comes last and is ignored.
    late[0]?.resolve(ranked())
    await painted()
    expect(rows(sheet)).toHaveLength(1)
    expect(sheet.text()).not.toContain('these are the ways')
  })

  it('is a number field as well; an invalid number is reported and not requested', async () => {
    const sheet = await openRescue()
    await userEvent.fill(field(sheet), '15,5')
    await sheet.advance(250)
    expect(sheet.text()).toContain('must be a percentage')
    expect(sheet.asked).toHaveLength(1)
    await userEvent.fill(field(sheet), '15.5')
    await sheet.advance(250)
    expect(sheet.asked.at(-1)?.targetPercent).toBe('15.5')
    expect(slider(sheet).value).toBe('15.5')
  })

  it('can be moved with the arrow keys at once, and is remembered for the unit', async () => {
    const sheet = await openRescue()
    expect(document.activeElement).toBe(slider(sheet))
    await slideTo(sheet, '12')
    await userEvent.keyboard('{ArrowRight}')
    expect(field(sheet).value).toBe('12.1')
    await userEvent.keyboard('{Escape}')
    await painted()
    useRescue().open(ETH_UNIT)
    await painted()
    expect(field(sheet).value).toBe('12.1')
  })
})

describe('refreshing', () => {
  it('shows the time of the ways, and requests them again on demand', async () => {
    const sheet = await openRescue()
    await sheet.advance(3_000)
    expect(sheet.text()).toMatch(/made at \d\d:\d\d:\d\d, 3\.0 s ago/)
    ;[...sheet.dialog().querySelectorAll('button')].find((each) => each.textContent.trim() === 'Look again')?.click()
    await painted()
    expect(sheet.asked).toHaveLength(2)
    expect(sheet.text()).toContain('0.0 s ago')
  })

  it('keeps its ways while nobody answers, and says so', async () => {
    const sheet = await openRescue((_, nth) => (nth === 0 ? ranked() : Promise.reject(new Error('main is gone'))))
    await slideTo(sheet, '12')
    await sheet.advance(250)
    expect(sheet.one('[role="alert"]').textContent).toContain('core did not answer')
    expect(rows(sheet)).toHaveLength(3)
    expect(sheet.text()).toContain('these are the ways to')
  })
})

describe('staging', () => {
  it('opens the plan of the chosen way by mouse, and sends nothing', async () => {
    const sheet = await openRescue()
    rows(sheet)[0]?.querySelector<HTMLElement>('[data-action="stage"]')?.click()
    await painted()
    expect(usePlanSheet().view).toMatchObject({ kind: 'plan', action: CLOSE })
    expect(sheet.text()).toContain('Close 420 ct of short E-ETH-USDT isolated at market')
    expect(sheet.previewed).toEqual([CLOSE])
    expect(useRescue().isOpen).toBe(false)
    await sheet.advance(2_000)
    expect(sheet.submitted).toEqual([])
  })

  it('does the same by keyboard, with the hold button focused', async () => {
    const sheet = await openRescue()
    rows(sheet)[0]?.focus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await painted()
    expect(usePlanSheet().view).toMatchObject({ action: WAYS[1]?.action })
    await painted()
    expect(document.activeElement?.textContent).toContain('Hold to cancel')
    await sheet.advance(2_000)
    expect(sheet.submitted).toEqual([])
  })
})

it('returns the focus once the plan of a way is closed', async () => {
  const sheet = await openRescue()
  await userEvent.keyboard('{Escape}')
  await painted()
  const from = document.body.appendChild(document.createElement('button'))
  onTestFinished(() => from.remove())
  from.focus()
  useRescue().open(ETH_UNIT)
  await painted()
  sheet.one('[data-action="stage"]').click()
  await painted()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull()
  await expect.poll(() => document.activeElement).toBe(from)
})

it('closes when another account is opened, and clears the input for the previous one', async () => {
  const sheet = await openRescue()
  await slideTo(sheet, '12')
  await sheet.send({ ...fixtureSnapshot(), runId: 'run-2' })
  await painted()
  expect(document.querySelector('[role="dialog"]')).toBeNull()
  expect(useRescue().targets.size).toBe(0)
})
