import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { err, ok } from '#shared/domain/result.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { verbatim } from '#shared/words/message.ts'
import type { SpotPolicy } from '#shared/desk/action.ts'
import type { Bridge } from '#shared/ipc/contract.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import { usePlanSheet } from '../../../renderer/src/desk/use-plan-sheet.ts'
import { FLATTEN, openSheet, type Sheet } from './sheet.ts'

const SELL = { kind: 'flatten', spot: 'sell' } as const

/** The account in front, as main reports it with this policy. */
function reporting(spotPolicy: SpotPolicy) {
  const snapshot = fixtureSnapshot()
  const desk = snapshot.parts.desk
  return {
    ...snapshot,
    parts: { ...snapshot.parts, desk: { ...desk, data: desk.data && { ...desk.data, spotPolicy } } },
  }
}

/** Opens the sheet of a flatten as the button does, for an account with this policy. */
async function openFlatten(spotPolicy: SpotPolicy, setSpotPolicy?: Bridge['setSpotPolicy']): Promise<Sheet> {
  const sheet = await openSheet(FLATTEN, setSpotPolicy && { desk: { setSpotPolicy } }, reporting(spotPolicy))
  usePlanSheet().openFlatten()
  await sheet.advance(250)
  return sheet
}

/** Chooses to sell Spot, by keyboard alone. */
async function chooseToSell(sheet: Sheet): Promise<void> {
  sheet.dialog().querySelector<HTMLElement>('[aria-label="Spot holdings"] input:checked')?.focus()
  await userEvent.keyboard('{ArrowRight}')
  await sheet.advance(250)
}

it('keeps Spot where the account keeps it, and says so', async () => {
  const keeps = await openFlatten('keep')
  expect(keeps.previewed.at(-1)).toEqual(FLATTEN)
  expect(keeps.text()).toContain('every flatten keeps Spot, also from the tray')
})

it('sells Spot where the account sells it, and says so', async () => {
  const sells = await openFlatten('sell')
  expect(sells.previewed.at(-1)).toEqual(SELL)
  expect(sells.dialog().querySelector('h2')?.textContent).toBe('Flatten and sell Spot')
  // A part of it sells nothing; all of it again does.
  await userEvent.keyboard('1')
  await sells.advance(250)
  expect(sells.previewed.at(-1)).toEqual({ kind: 'reduceAll', side: null, percent: 25 })
  await userEvent.keyboard('4')
  await sells.advance(250)
  expect(sells.previewed.at(-1)).toEqual(SELL)
})

it('has main keep a choice for the account, and sends nothing by that', async () => {
  const asked: unknown[] = []
  const sheet = await openFlatten('keep', async (args) => (asked.push(args), ok(null)))
  await chooseToSell(sheet)
  expect(sheet.previewed.at(-1)).toEqual(SELL)
  expect(asked).toEqual([{ runId: expect.any(String), spotPolicy: 'sell' }])
  expect(sheet.text()).toContain('every flatten sells Spot, also from the tray')
  expect(sheet.submitted).toEqual([])
})

it('says when a choice holds for this flatten only', async () => {
  const why = localFailure('closed', 'desk.setSpotPolicy', verbatim('No account is open.'))
  const sheet = await openFlatten('keep', async () => err(why))
  await chooseToSell(sheet)
  expect(sheet.previewed.at(-1)).toEqual(SELL)
  expect(sheet.text()).toContain('This holds for this flatten only: the choice was not kept (No account is open.)')
})
