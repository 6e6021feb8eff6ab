/**
 * A desk in its own process, made to be killed: the real desk, client and journal, as the application puts them
 * together. It is started as often as requested, each time with a given journal and venue.
 */
import { realClock } from '#electron/simulator/real-clock.ts'
import { scaledClock } from '#electron/simulator/testing/scaled-clock.ts'
import { encode } from '#shared/domain/decimal.ts'
import { startDeskAtVenue } from '#test/support/desk-at-venue.ts'
import type { DeskAtVenue } from '#test/support/desk-at-venue.ts'
import { CLOCK_SPEED } from './protocol.ts'
import type { Command, Word } from './protocol.ts'
import { inWords } from '#test/support/in-words.ts'

const clock = scaledClock(realClock, CLOCK_SPEED)
const FLATTEN = { kind: 'flatten', spot: 'keep' } as const

async function flatten(
  life: DeskAtVenue,
  { intentId, looksFirst }: Extract<Command, { kind: 'flatten' }>,
): Promise<void> {
  const { desk } = life
  const looked = looksFirst ? await desk.preview(FLATTEN) : null
  if (looked?.kind === 'denied') return say({ kind: 'denied', ...inWords(looked.denial) })
  say({ kind: 'sending' })
  const answer = await desk.submit(intentId, FLATTEN, looked?.planId)
  if (answer.kind === 'denied') return say({ kind: 'denied', ...inWords(answer.denial) })
  await life.ended()
  say({ kind: 'ended', report: encode(desk.report()) })
}

function say(word: Word): void {
  process.send?.(word)
}

let current: DeskAtVenue | null = null
async function obey(command: Command): Promise<void> {
  switch (command.kind) {
    case 'live':
      current = await startDeskAtVenue({ venue: command.venue, clock, path: command.journal })
      return say({ kind: 'recovered', report: encode(current.desk.report()) })
    case 'flatten':
      if (current) await flatten(current, command)
      return
    case 'leave':
      await current?.stop()
      return say({ kind: 'left' })
  }
}

process.on('message', (command: Command) => void obey(command))
process.once('disconnect', () => process.exit(0))
say({ kind: 'ready' })
