/**
 * A desk in a process of its own, made to be killed: the real desk, client and journal, as the application puts them
 * together. It lives as often as it is told to, each time on a journal and a venue it is given.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { createDesk } from '#electron/desk/desk.ts'
import type { Desk } from '#electron/desk/desk.ts'
import { openJournal } from '#electron/desk/journal.ts'
import { createPortfolio } from '#electron/portfolio/portfolio.ts'
import { realClock } from '#electron/simulator/real-clock.ts'
import { scaledClock } from '#electron/simulator/scaled-clock.ts'
import { createVenueClient } from '#electron/venue/client.ts'
import type { DeskReport } from '#shared/desk/plan.ts'
import { encode } from '#shared/domain/decimal.ts'
import { ok } from '#shared/domain/result.ts'
import { CLOCK_SPEED } from './protocol.ts'
import type { Command, Word } from './protocol.ts'

interface Life {
  readonly desk: Desk
  leave(): Promise<void>
}

const clock = scaledClock(realClock, CLOCK_SPEED)
const FLATTEN = { kind: 'flatten', spot: 'keep' } as const
/** Told of every report of the desk. */
let heard: (report: DeskReport) => void = () => undefined

async function live({ venue, journal: path }: Extract<Command, { kind: 'live' }>): Promise<Life> {
  const { spotBaseUrl, contractBaseUrl, apiKey, apiSecret } = venue
  const sign = async (text: string) => ok(createHmac('sha256', apiSecret).update(text).digest('hex'))
  const client = createVenueClient({ spotBaseUrl, contractBaseUrl, credentials: { apiKey, sign }, clock })
  const journal = openJournal(path, clock)
  if (!journal.ok) throw new Error(journal.error.message)
  const portfolio = createPortfolio({ client, clock, onChange: () => undefined })
  const desk = createDesk({
    client,
    journal: journal.value,
    accountId: 'account',
    clock,
    newId: randomUUID,
    view: () => portfolio.deskView(),
    onReport: (report) => heard(report),
    onTouched: () => undefined,
  })
  // On a busy machine an answer may come too late for a clock that runs this fast: the desk itself waits as long as it takes.
  while (!(await client.syncClock()).ok);
  await portfolio.readAll([])
  await desk.recover()
  return {
    desk,
    async leave() {
      portfolio.stop()
      await desk.close()
      await client.close()
      journal.value.close()
    },
  }
}

async function flatten(desk: Desk, { intentId, looksFirst }: Extract<Command, { kind: 'flatten' }>): Promise<void> {
  const looked = looksFirst ? await desk.preview(FLATTEN) : null
  if (looked?.kind === 'denied') return say({ kind: 'denied', ...looked.denial })
  const { promise: ended, resolve } = Promise.withResolvers<DeskReport>()
  heard = (report) => {
    const state = report.intents.find((intent) => intent.intentId === intentId)?.state ?? 'running'
    if (state !== 'running' && state !== 'unknown') resolve(report)
  }
  say({ kind: 'sending' })
  const answer = await desk.submit(intentId, FLATTEN, looked?.planId)
  if (answer.kind === 'denied') return say({ kind: 'denied', ...answer.denial })
  heard(desk.report())
  say({ kind: 'ended', report: encode(await ended) })
}

function say(word: Word): void {
  process.send?.(word)
}

let life: Life | null = null
async function obey(command: Command): Promise<void> {
  switch (command.kind) {
    case 'live':
      life = await live(command)
      return say({ kind: 'recovered', report: encode(life.desk.report()) })
    case 'flatten':
      if (life) await flatten(life.desk, command)
      return
    case 'leave':
      await life?.leave()
      return say({ kind: 'left' })
  }
}

process.on('message', (command: Command) => void obey(command))
process.once('disconnect', () => process.exit(0))
say({ kind: 'ready' })
