/** The tray and the mini strip show the same facts as the strip. */
import { expect, it } from 'vitest'
import { factLine, fiveFacts } from '#shared/snapshot/facts.ts'
import type { FactName } from '#shared/snapshot/snapshot.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { inEnglish } from '#shared/words/say.ts'
import { fixtureSnapshot, readFailure, withPart } from '#test/support/snapshot.ts'
import SafetyStrip from '../../../renderer/src/strip/SafetyStrip.vue'
import { openWindow } from '../support/window.ts'

const late = (snapshot: Snapshot): Snapshot =>
  withPart(snapshot, 'positions', { failure: readFailure('positions', 'too many requests') })
const calm = (text: string): string => text.replace(/[\s\u202f]+/g, ' ').trim()

it.each([
  ['as read', fixtureSnapshot()],
  ['as it could not be read again', late(fixtureSnapshot())],
])('the same words and figures: %s', async (_name, snapshot) => {
  const { find, root } = await openWindow(SafetyStrip, snapshot)
  const { facts } = fiveFacts(snapshot)!
  const said = (name: FactName): string => calm(inEnglish(factLine(facts[name])))
  expect(said('safe')).toContain(calm(find('[data-testid=safety-state]').textContent))
  expect(said('worth')).toContain(calm(find('[data-testid=equity]').textContent))
  const age = calm(find('[data-testid=data-age]').textContent)
  // In whole seconds, rounded up like the strip's tenths.
  const seconds = Math.ceil(parseFloat(/[\d.]+/.exec(age)?.[0] ?? ''))
  expect(said('true')).toContain(age.replace(/[\d.]+/, String(seconds)))
  const margin = calm(find('[aria-label="Margin"]').textContent)
  for (const words of [/\d+\.\d %/, /E-\S+ long alone/, /rate \S+ %/, /required \S+ %/]) {
    expect(said('safe')).toContain(words.exec(margin)?.[0] ?? `nothing like ${words.source}`)
  }
  const leverage = /[\d.]+×/.exec(calm(root.textContent))?.[0] ?? ''
  expect(said('exposed')).toContain(leverage)
})

it('has a check mark only while nothing is unconfirmed, and warns of a clock that is 700 ms off', async () => {
  const snapshot = fixtureSnapshot()
  const strip = async (unknownCount: number, offsetMs: number) => {
    const [desk, health] = [snapshot.parts.desk.data!, snapshot.parts.health.data!]
    const clock = { ...health.clock!, offsetMs }
    const asked = withPart(snapshot, 'desk', { data: { ...desk, unknownCount } })
    const { find } = await openWindow(SafetyStrip, withPart(asked, 'health', { data: { ...health, clock } }))
    const data = find('[aria-label="Data"]')
    const amber = [...data.querySelectorAll('.why > .amber')].map((each) => calm(each.textContent))
    return [data.querySelector('.lucide-circle-check') !== null, ...amber]
  }
  expect(await strip(1, -699)).toEqual([false, '1 unconfirmed order'])
  expect(await strip(0, -699)).toEqual([true])
  expect(await strip(0, -700)).toEqual([true, 'clock −700 ms'])
})
