import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { localFailure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { NewScenario } from '#shared/ipc/contract.ts'
import type { OwnScenario } from '#shared/risk/stress/scenario-report.ts'
import { verbatim } from '#shared/words/message.ts'
import { fixtureSnapshot, push, withPart } from '#test/support/snapshot.ts'
import { useWhatIfStore } from '../../../renderer/src/app/stores/what-if.ts'
import { usePlanSheet } from '../../../renderer/src/desk/use-plan-sheet.ts'
import { painted } from '../support/window.ts'
import { bench, field, frame, open, outcomeOf, rowOf } from './stress-window.ts'
import { wordsOf } from './words.ts'

const LINK = 'E-LINK-USDT:isolated:long'

describe('a simulation', () => {
  beforeEach(() => open())

  it('starts with a typed move, is framed, and ends with Esc', async () => {
    await field('BTC').fill('-20')
    await bench.advance(600)
    expect(wordsOf(frame())).toMatch(/SIMULATION BTC −20\.0 %/)
    expect(wordsOf(frame())).toContain('Nothing can be sent from here. The strip above stays live.')
    expect(outcomeOf('E-LINK-USDT long')).toMatch(/2\.8 %/)
    expect(outcomeOf('Equity')).toMatch(/^Equity USDT 92,658 [\d,]+ −[\d,]+$/)
    await userEvent.keyboard('{Escape}')
    expect(frame()).not.toBeNull()
    await userEvent.keyboard('{Escape}')
    expect(frame()).toBeNull()
    expect(bench.submitted).toEqual([])
  })

  it('works with a slider as well, and is the live account again when all moves are zero', async () => {
    const slider = bench.find('[aria-label="Move of ETH, percent"]') as HTMLInputElement
    const slide = async (to: string): Promise<void> => {
      slider.value = to
      slider.dispatchEvent(new Event('input', { bubbles: true }))
      await bench.advance(600)
    }
    await slide('-30')
    expect(useWhatIfStore().moves.named).toEqual({ ETH: -0.3 })
    await slide('0')
    expect(frame()).toBeNull()
  })

  it('refuses impossible price moves', async () => {
    await field('BTC').fill('-120')
    expect(field('BTC').element().getAttribute('aria-invalid')).toBe('true')
    expect(frame()).toBeNull()
  })

  it("applies the benchmark's move to others by beta", async () => {
    await field('BTC').fill('-10')
    await page.getByRole('button', { name: 'Others by beta' }).click()
    const { moves } = useWhatIfStore()
    expect(moves.named['BTC']).toBeCloseTo(-0.1, 12)
    expect(moves.named['WEN']).toBeCloseTo(0.9 ** 1.5 - 1, 12)
  })

  it('runs a scenario with a click, and is live again after another click', async () => {
    const row = rowOf('.scenarios', 'FTX')
    expect(wordsOf(row)).toMatch(/^FTX −25\.4 % −[\d,]+ −[\d,]+ [\d,]+ 2 : USDT cross, E-LINK-USDT long [\d.]+ %$/)
    await page.getByRole('button', { name: 'FTX', exact: true }).click()
    expect(wordsOf(frame())).toMatch(/SIMULATION FTX/)
    expect(outcomeOf('E-LINK-USDT long')).toContain('liquidated')
    await page.getByRole('button', { name: 'FTX', exact: true }).click()
    expect(frame()).toBeNull()
  })

  it('shows the account without a position, and stages its close as an ordinary plan', async () => {
    await page.getByText('Leave out').click()
    await page.getByRole('checkbox', { name: /E-LINK-USDT long/ }).click()
    await bench.advance(600)
    expect(wordsOf(frame())).toMatch(/SIMULATION without 1 position/)
    expect(outcomeOf('E-LINK-USDT long')).toContain('left out')
    expect(wordsOf(bench.find('.dominoes'))).not.toContain('E-LINK-USDT long')
    await page.getByRole('button', { name: 'Show plan' }).click()
    expect(usePlanSheet().view).toMatchObject({ action: { kind: 'closePosition', positionKey: LINK } })
    expect(bench.submitted).toEqual([])
  })

  it('keeps the distances to liquidation of the live account, and says so', async () => {
    const before = wordsOf(bench.find('.distances tbody'))
    expect(wordsOf(bench.find('.distances'))).not.toContain('of the live account')
    useWhatIfStore().leavePosition(LINK, true)
    await bench.advance(600)
    expect(wordsOf(bench.find('.distances tbody'))).toBe(before)
    expect(wordsOf(bench.find('.distances'))).toContain('of the live account')
  })

  it('stages left-out orders as one plan to cancel them', async () => {
    await page.getByText('Leave out').click()
    const boxes = page.getByRole('checkbox', { name: /open buy E-BTC-USDT/ })
    await boxes.nth(0).click()
    await boxes.nth(1).click()
    await page.getByRole('button', { name: 'Show plan for 2' }).click()
    const { view } = usePlanSheet()
    expect(view?.kind === 'plan' && view.action.kind === 'cancelOrders' && view.action.orders.length).toBe(2)
  })

  it('disables the arm key while it lasts; the way out of the live account stays', async () => {
    const passed: string[] = []
    const listen = (event: KeyboardEvent): void => {
      if (!event.defaultPrevented) passed.push(event.key.toLowerCase())
    }
    window.addEventListener('keydown', listen)
    await field('BTC').fill('-20')
    ;(document.activeElement as HTMLElement).blur()
    await userEvent.keyboard('{Control>}{Shift>}f{/Shift}{/Control}')
    await userEvent.keyboard('a')
    expect(passed.filter((key) => key === 'f' || key === 'a')).toEqual(['f'])
    expect(wordsOf(frame())).toContain('The arming key is off in a simulation.')
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('a')
    window.removeEventListener('keydown', listen)
    expect(passed).toContain('a')
  })

  it('belongs to the open account: another one starts live', async () => {
    useWhatIfStore().leavePosition(LINK, true)
    await painted()
    expect(frame()).not.toBeNull()
    const other = { ...push(fixtureSnapshot(), []), runId: 'run-2', seq: 1, parts: fixtureSnapshot().parts }
    await bench.send(other)
    expect(frame()).toBeNull()
  })

  it('forgets that a position was left out once it is closed', async () => {
    useWhatIfStore().leavePosition(LINK, true)
    const snapshot = fixtureSnapshot()
    const data = snapshot.parts.positions.data!.filter(({ key }) => key !== LINK)
    const { positions } = withPart(snapshot, 'positions', { data }).parts
    await bench.send({ ...push(snapshot, []), parts: { positions } })
    await bench.advance(1_100)
    expect(frame()).toBeNull()
  })
})

describe('scenarios of the trader’s own', () => {
  const kept: OwnScenario = {
    id: '7d3f3c52-8d9e-4a5b-8f37-2f6f0c1f9a10',
    name: 'My crash',
    savedAt: 1,
    moves: { named: { BTC: -0.3 }, others: -0.45 },
  }

  it('are listed first, run like the others, and can be deleted', async () => {
    await open(undefined, {
      listScenarios: () => Promise.resolve(ok([kept])),
      forgetScenario: () => Promise.resolve(ok([])),
    })
    expect(wordsOf(bench.root.querySelector('.scenarios tbody tr'))).toMatch(/^My crash −30\.0 %/)
    await page.getByRole('button', { name: 'My crash', exact: true }).click()
    expect(frame()).not.toBeNull()
    await page.getByRole('button', { name: 'Forget “My crash”' }).click()
    await expect.poll(() => wordsOf(bench.find('.scenarios'))).not.toContain('My crash')
    expect(frame()).toBeNull()
  })

  it('are saved with a name and their moves, and again under the same id, in whatever case', async () => {
    const saved: NewScenario[] = []
    const saveScenario = (scenario: NewScenario) => {
      saved.push(scenario)
      return Promise.resolve(ok([{ ...scenario, savedAt: 1 }]))
    }
    await open(undefined, { saveScenario })
    await field('BTC').fill('-20')
    for (const [before, name] of ['Winter', 'winter'].entries()) {
      await page.getByRole('textbox', { name: 'Name of the scenario' }).fill(name)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect.poll(() => saved.length).toBe(before + 1)
    }
    expect(saved[0]).toMatchObject({ name: 'Winter', moves: { named: { BTC: -0.2 }, others: 0 } })
    expect(saved[1]?.id).toBe(saved[0]?.id)
    expect(wordsOf(bench.root.querySelector('.scenarios tbody tr'))).toMatch(/^winter/)
  })

  it('say why they were not saved, and keep the typed name', async () => {
    const failure = localFailure('notSupported', 'scenario.save', verbatim('The disk is full.'))
    await open(undefined, { saveScenario: () => Promise.resolve(err(failure)) })
    await field('BTC').fill('-20')
    await page.getByRole('textbox', { name: 'Name of the scenario' }).fill('Winter')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => wordsOf(bench.root.querySelector('[role="alert"]'))).toBe('Not saved: The disk is full.')
    expect((bench.find('[aria-label="Name of the scenario"]') as HTMLInputElement).value).toBe('Winter')
  })
})
