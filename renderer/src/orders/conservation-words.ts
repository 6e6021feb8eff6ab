/** What the check of locked amounts says, worst first. Pure. */
import type { ConservationRow, Doubt, Place } from '#shared/desk/conservation.ts'
import { toText, type Decimal } from '#shared/domain/decimal.ts'
import { listed } from '#shared/domain/listed.ts'
import { formatAmount, UNKNOWN } from '../kit/format.ts'
import type { TitleOf } from '../kit/instrument-words.ts'

export interface ConservationNote {
  readonly key: string
  /** `amber`: an order we do not know. `busy`: not comparable now. `ok`: explained, or nothing hidden. */
  readonly tone: 'amber' | 'busy' | 'ok'
  readonly text: string
  /** What it means and where to look; empty where there is nothing to add. */
  readonly why: string
}

const MOST_PLACES = 3

const DOUBTS: Record<Doubt, string> = {
  notReadable: 'what the venue says of it could not be read',
  notRead: 'the open orders of some instruments were not read yet',
  failed: 'the open orders of some instruments can not be read now',
  changing: 'a cancel is under way',
  notCountable: 'a known order does not say what it holds',
  moments: 'the reads are of different moments; the next ones decide it',
}

const TONES = { unexplained: 'amber', notComparable: 'busy', unlocked: 'ok', explained: 'ok' } as const
const WORST_FIRST: readonly ConservationRow['state'][] = ['unexplained', 'notComparable', 'unlocked', 'explained']

export function conservationNotes(rows: readonly ConservationRow[], titleOf: TitleOf): readonly ConservationNote[] {
  return [...rows]
    .sort((a, b) => WORST_FIRST.indexOf(a.state) - WORST_FIRST.indexOf(b.state))
    .map((row) => ({ key: row.key, tone: TONES[row.state], text: text(row), why: why(row, titleOf) }))
}

function text(row: ConservationRow): string {
  const name = nameOf(row)
  const locked = `${name} ${print(row.locked)}`
  const known = print(row.known)
  switch (row.state) {
    case 'unexplained':
      return alarm(row)
    case 'notComparable':
      return `${locked}, known ${known}: not comparable now`
    case 'unlocked':
      return `${locked} < known ${known}`
    case 'explained':
      return row.known === null ? `${locked}, opening orders are known` : `${locked} = known ${known}`
  }
}

function nameOf({ subject }: ConservationRow): string {
  switch (subject.kind) {
    case 'asset':
      return `${subject.asset} locked`
    case 'position':
      return `${subject.contract} ${subject.side} closing`
    case 'margin':
      return `${subject.marginCoin} order margin`
  }
}

function alarm({ subject, residual, unit }: ConservationRow): string {
  const amount = print(residual)
  switch (subject.kind) {
    case 'asset':
      return `${amount} ${unit} is locked by an order we do not know`
    case 'position':
      return `${amount} ct of ${subject.contract} ${subject.side} are in a closing order we do not know`
    case 'margin':
      return `${amount} ${unit} of margin is held for orders, and we know none`
  }
}

function why({ state, doubt, places }: ConservationRow, titleOf: TitleOf): string {
  const look = placesWords(places, titleOf)
  if (state === 'unexplained') return `placed elsewhere, or not read: look at ${look}`
  if (state === 'notComparable' && doubt !== null) return DOUBTS[doubt]
  if (state === 'unlocked') return `the venue holds less than these orders need: nothing is hidden`
  return ''
}

const HOW_KNOWN = { notRead: ' (not read)', failed: ' (not readable now)', read: '' } as const

function placesWords(places: readonly Place[], titleOf: TitleOf): string {
  if (places.length === 0) return 'the venue’s own site'
  const names = places.map(({ area, instrument, orders }) => titleOf(area, instrument) + HOW_KNOWN[orders])
  return listed(names, MOST_PLACES)
}

function print(amount: Decimal | null): string {
  return amount === null ? UNKNOWN : formatAmount(toText(amount))
}
