/**
 * How long it takes to open a journal with a long history: CPU time of this process, user and system, for the whole
 * call.
 */
import { realClock } from '../../../electron/simulator/real-clock.ts'
import { PLANNED, type Entry } from '../../../electron/desk/log/entry.ts'
import { openJournal, type Journal } from '../../../electron/desk/log/journal.ts'
import { journalFolder } from '../../support/desk-run.ts'
import { walkChain } from '../../support/walk-chain.ts'
import type { BenchResult } from '../bench-result.ts'
import { isQuick, table } from '../measure.ts'

const ROWS = isQuick ? 50_000 : 500_000
const OPENINGS = isQuick ? 3 : 9
const MOST_MS = 1_000
/** As many legs as a flatten of a busy account. */
const LEGS = 12
const STATES = ['journalled', 'acknowledged', 'verified'] as const

export default async function run(): Promise<BenchResult> {
  const folder = journalFolder()
  try {
    const journal = opened(folder.path)
    let rows = 0
    for (let id = 0; rows < ROWS; id++) rows += write(journal, id)
    journal.close()
    const took = Array.from({ length: OPENINGS }, () => opening(folder.path)).toSorted((one, other) => one - other)
    return report(rows, took, walkChain(folder.path))
  } finally {
    folder.remove()
  }
}

function opened(path: string): Journal {
  const journal = openJournal(path, realClock)
  if (!journal.ok) throw new Error(journal.error.code)
  return journal.value
}

/** Writes one intent from its plan to its end, and returns the number of its rows. */
function write(journal: Journal, id: number): number {
  const orders = Array.from({ length: LEGS }, (_, leg) => `${id}${String(leg).padStart(12, '0')}`)
  const legs = orders.map((orderId) => ({ kind: 'cancel', area: 'spot', instrument: 'BTCUSDT', orderId }) as const)
  const plan = { action: { kind: 'cancelOrders', orders: legs }, legs, estimate: null } as const
  const entries: readonly Entry[] = [
    { kind: 'accepted', plan, orders: [], missed: null },
    ...orders.flatMap((orderId, leg) =>
      STATES.map((state): Entry => ({ kind: 'leg', leg, record: { ...PLANNED, state, orderId } })),
    ),
    { kind: 'looked', look: 'none', note: null },
  ]
  for (const entry of entries) {
    const written = journal.append('account', `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`, entry)
    if (!written.ok) throw new Error(written.error.code)
  }
  return entries.length
}

function opening(path: string): number {
  const from = process.cpuUsage()
  const journal = opened(path)
  const { user, system } = process.cpuUsage(from)
  journal.close()
  return (user + system) / 1_000
}

function report(rows: number, took: readonly number[], walked: number): BenchResult {
  const [least = NaN, middle = NaN, most = NaN] = [took.at(0), took.at(took.length >> 1), took.at(-1)]
  const isSound = walked >= rows
  const size = `${walked} rows in one chain`
  return {
    title: 'Opening the journal',
    markdown: [
      `${rows} rows of ${LEGS}-leg intents, written through the journal as the desk writes them, so that it archives on the way.`,
      'Then it is opened again and again: locked, every page and every row of the file checked, and its state told.',
      '',
      table(
        ['rows', 'openings', 'CPU ms, least', 'middle', 'most'],
        [[`${rows}`, `${took.length}`, least.toFixed(0), middle.toFixed(0), most.toFixed(0)]],
      ),
      '',
      `The walk over the file and its archives: ${size}.`,
    ].join('\n'),
    goals: [
      {
        id: 'Journal',
        goal: `${rows} rows open in under ${MOST_MS} ms of CPU; the chain is whole over every archive`,
        measured: `${middle.toFixed(0)} [${least.toFixed(0)}–${most.toFixed(0)}] ms; ${isSound ? 'whole' : size}`,
        verdict: isSound && most < MOST_MS ? 'met' : 'missed',
      },
    ],
  }
}
