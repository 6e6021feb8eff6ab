/**
 * Kill -9 in the middle of a flatten, again and again: a desk is killed at a random moment, another is started on its
 * journal, and the venue is asked whether anything arrived twice and whether the journal matches what happened.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashUniform } from '#electron/simulator/exchange/market/random.ts'
import { realClock } from '#electron/simulator/real-clock.ts'
import { scaledClock } from '#electron/simulator/testing/scaled-clock.ts'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Simulator } from '#electron/simulator/testing/test-simulator.ts'
import { writesOf } from '#test/support/ledger.ts'
import { CLOCK_SPEED } from './protocol.ts'
import type { Word } from './protocol.ts'
import { judgeEnd, judgeRecovery, look } from './judge.ts'
import { Mortal } from './mortal.ts'

export interface KillsOptions {
  readonly kills: number
  readonly seed: number
  readonly onProgress?: (done: Kills) => void
}

export interface Kills {
  readonly kills: number
  /** Kills after the first request was sent and before the plan ended. */
  readonly midway: number
  /** Legs whose effect the evidence could not decide, which is left to the trader. */
  readonly undecided: number
  /** What must never happen, each with its round. */
  readonly violations: readonly string[]
}

/** Writes of a flatten of the demo account, about, and how long it takes on the machine's clock, ms. */
const WRITES = 26
const TAKES_MS = 7_000 / CLOCK_SPEED
/** After the header of a request was read it is killed within this, ms of the machine's clock. */
const AFTER_HEADER_MS = 6

const clock = scaledClock(realClock, CLOCK_SPEED)

export async function kills({ kills: count, seed, onProgress }: KillsOptions): Promise<Kills> {
  let done: Kills = { kills: 0, midway: 0, undecided: 0, violations: [] }
  let [first, spare] = [new Mortal(), new Mortal()]
  await first.hear()
  for (let number = 0; number < count; number++) {
    const round = await oneKill(first, spare, { seed, number })
    done = {
      kills: number + 1,
      midway: done.midway + (round.isMidway ? 1 : 0),
      undecided: done.undecided + round.undecided,
      violations: [...done.violations, ...round.violations.map((text) => `kill ${number} of seed ${seed}: ${text}`)],
    }
    onProgress?.(done)
    // The desk that took over is the next to be killed. The one after it is started meanwhile.
    first = spare
    spare = new Mortal()
  }
  for (const mortal of [first, spare]) mortal.kill()
  await Promise.all([first.gone(), spare.gone()])
  return done
}

interface Lot {
  readonly seed: number
  readonly number: number
}

async function oneKill(first: Mortal, second: Mortal, lot: Lot) {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-kills-'))
  const venue = await startSimulator({ seed: 7, clock, autoTick: false, life: false, cancelDelayMs: 250 })
  const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = venue
  const live = {
    kind: 'live',
    venue: { spotBaseUrl, contractBaseUrl, apiKey, apiSecret },
    journal: join(folder, 'journal.sqlite'),
  } as const
  const intentId = crypto.randomUUID()
  try {
    first.tell(live)
    expectWord(await first.hear(), 'recovered')
    const before = look(venue)
    first.tell({ kind: 'flatten', intentId, looksFirst: lot.number % 2 === 0 })
    expectWord(await first.hear(), 'sending')
    const hasEnded = await killInTime(first, venue, lot)
    const diedAt = clock.wall()

    await second.hear()
    second.tell(live)
    const { report } = expectWord(await second.hear(), 'recovered')
    const sent = writesOf(venue.ledger).length
    const recovered = judgeRecovery(venue, { before, diedAt, report })

    // The same id is the same intent. A new one finishes what was left.
    second.tell({ kind: 'flatten', intentId, looksFirst: false })
    const again = await lastWord(second)
    const ended = judgeEnd(venue, { again, last: await finish(second), wasTaken: report.intents.length > 0 })
    second.tell({ kind: 'leave' })
    expectWord(await second.hear(), 'left')
    return {
      isMidway: !hasEnded && sent > 0,
      undecided: recovered.undecided,
      violations: [...recovered.violations, ...ended],
    }
  } finally {
    await venue.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Kills at a random moment: some ms after the start, or just after some number of requests was seen. */
async function killInTime(mortal: Mortal, venue: Simulator, { seed, number }: Lot): Promise<boolean> {
  const draw = (salt: number): number => hashUniform(seed, number, salt)
  const port = parseInt(new URL(venue.spotBaseUrl).port, 10)
  const waits = Math.ceil(draw(1) * WRITES)
  let seen = 0
  const watch = (message: unknown): void => {
    const { request } = message as { request: IncomingMessage }
    if (request.method !== 'POST' || request.socket.localPort !== port || ++seen !== waits) return
    realClock.after(draw(2) * AFTER_HEADER_MS, () => mortal.kill())
  }
  if (draw(0) < 0.5) subscribe('http.server.request.start', watch)
  else realClock.after(draw(1) * TAKES_MS, () => mortal.kill())
  const word = await mortal.hear()
  unsubscribe('http.server.request.start', watch)
  mortal.kill()
  await mortal.gone()
  if (word !== null) expectWord(word, 'ended')
  return word !== null
}

/**
 * Requests a new intent, and repeats that while the account is reported as unreadable: at this clock speed a venue
 * answers too late when the machine was busy for a tenth of a second.
 */
async function finish(mortal: Mortal): Promise<Word | null> {
  for (let left = 10; ; left -= 1) {
    mortal.tell({ kind: 'flatten', intentId: crypto.randomUUID(), looksFirst: true })
    const word = await lastWord(mortal)
    if (left === 1 || word?.kind !== 'denied' || word.code !== 'READ_FAILED') return word
  }
}

/** The outcome of a flatten that is not killed: how it ended, or why it was refused. */
async function lastWord(mortal: Mortal): Promise<Word | null> {
  const word = await mortal.hear()
  return word?.kind === 'sending' ? mortal.hear() : word
}

function expectWord<K extends Word['kind']>(word: Word | null, kind: K): Extract<Word, { kind: K }> {
  if (word?.kind !== kind) throw new Error(`expected the desk to be ${kind}, was ${JSON.stringify(word)}`)
  return word as Extract<Word, { kind: K }>
}
