/** What the check of locked amounts says, worst first. Pure. */
import type { ConservationRow, Place } from '#shared/desk/conservation.ts'
import { toText, type Decimal } from '#shared/domain/decimal.ts'
import type { Fact, Message } from '#shared/domain/message.ts'
import { listed, message } from '#shared/words/message.ts'
import { formatAmount, UNKNOWN } from '../kit/format.ts'
import { t } from '../kit/say.ts'
import type { TitleOf } from '#shared/words/instrument-words.ts'

const MOST_PLACES = 3

const TONES = { unexplained: 'amber', notComparable: 'busy', unlocked: 'ok', explained: 'ok' } as const
const WORST_FIRST: readonly ConservationRow['state'][] = ['unexplained', 'notComparable', 'unlocked', 'explained']

/**
 * `tone`: `amber` is an order we do not know, `busy` not comparable now, `ok` explained, or nothing hidden. `why`:
 * what it means and where to look; empty where there is nothing to add.
 */
export function conservationNotes(rows: readonly ConservationRow[], titleOf: TitleOf) {
  return [...rows]
    .sort((a, b) => WORST_FIRST.indexOf(a.state) - WORST_FIRST.indexOf(b.state))
    .map((row) => ({ key: row.key, tone: TONES[row.state], text: text(row), why: why(row, titleOf) }))
}

function text(row: ConservationRow): string {
  const held = heldBy(row)
  const known = print(row.known)
  switch (row.state) {
    case 'unexplained':
      return alarm(row)
    case 'explained':
      return row.known === null ? t('orders.locked.known', { held }) : t('orders.locked.explained', { held, known })
    case 'notComparable':
    case 'unlocked':
      return t(`orders.locked.${row.state}`, { held, known })
  }
}

function heldBy({ subject, locked: amount }: ConservationRow): Message {
  const locked = print(amount)
  switch (subject.kind) {
    case 'asset':
      return message('orders.locked.asset', { asset: subject.asset, locked })
    case 'position':
      return message(`orders.locked.${subject.side}`, { contract: subject.contract, locked })
    case 'margin':
      return message('orders.locked.margin', { coin: subject.marginCoin, locked })
  }
}

function alarm({ subject, residual: amount, unit }: ConservationRow): string {
  const residual = print(amount)
  switch (subject.kind) {
    case 'asset':
      return t('orders.locked.alarm.asset', { residual, asset: unit })
    case 'position':
      return t(`orders.locked.alarm.${subject.side}`, { residual, contract: subject.contract })
    case 'margin':
      return t('orders.locked.alarm.margin', { residual, coin: unit })
  }
}

function why({ state, doubt, places }: ConservationRow, titleOf: TitleOf): string {
  if (state === 'unexplained') return t('orders.locked.look', { places: namesOf(places, titleOf) })
  if (state === 'notComparable' && doubt !== null) return t(`orders.doubt.${doubt}`)
  return state === 'unlocked' ? t('orders.locked.nothingHidden') : ''
}

function namesOf(places: readonly Place[], titleOf: TitleOf): Fact {
  if (places.length === 0) return message('orders.locked.site')
  const names = places.map(({ area, instrument, orders }) => {
    const title = titleOf(area, instrument)
    return orders === 'read' ? title : t(`orders.locked.${orders}`, { title })
  })
  return listed(names, MOST_PLACES)
}

function print(amount: Decimal | null): string {
  return amount === null ? UNKNOWN : formatAmount(toText(amount))
}
