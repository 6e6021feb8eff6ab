/** Plain text for a terminal: a probe's report, or an account with its risk in tables. */
import type { Encoded } from '#shared/domain/decimal.ts'
import { gapMessages, knowledgeOf, ordersKnown, together, type Knowledge } from '#shared/snapshot/knowledge.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Order } from '#shared/domain/order.ts'
import type { ProbeReport } from '#shared/domain/probe.ts'
import { inARow, message, type Code, type Facts } from '#shared/words/message.ts'
import type { Say } from '#shared/words/say.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import type { RiskReport } from '#shared/risk/report.ts'
import { SHAPE, USAGE } from './input.ts'
import { columnsOf, padTo, wrap } from './terminal-text.ts'

type Row = readonly string[]
/** `known`: how well the listed facts are known. */
type Section = readonly [title: string, rows: readonly Row[], known: Knowledge]

/** A little more than a terminal's usual width, for the longer lines. */
const WIDTH = 110

/** The result of a probe, or of the check of the account after it. */
interface Summary {
  readonly verdict: ProbeReport['verdict'] | 'unreadable'
  readonly steps: readonly Omit<ProbeReport['steps'][number], 'facts'>[]
}

/** Column widths of a step's outcome and name. */
const OUTCOME = 7
const STEP = 16

/** A report: its verdict, then each step. */
export function formatReport({ verdict, steps }: Summary, say: Say): string {
  const lines = steps.map(({ id, outcome, found }) => {
    const cells = [
      padTo(OUTCOME, say(message(`check.outcome.${outcome}`))),
      padTo(STEP, say(message(`check.step.${id}`))),
    ]
    const head = `  ${cells.join('  ')}  `
    const below = ' '.repeat(columnsOf(head))
    return head + wrap(say(inARow(found)), WIDTH - below.length).join(`\n${below}`)
  })
  return [say(message(`check.verdict.${verdict}`)), ...lines].join('\n')
}

const OPTIONS = [
  ['--venue NAME', 'venue'],
  ['--profile FILE', 'profile'],
  ['--json', 'json'],
  ['--report', 'report'],
  ['--language en|zh', 'language'],
  ['--help', 'help'],
] as const

/** How `npm run check` is used. */
export function formatHelp(say: Say): string {
  const paragraph = (text: Message): string => wrap(say(text), WIDTH).join('\n')
  const options = OPTIONS.map(([option, what]) => [option, say(message(`check.help.${what}`))])
  return [
    say(message('check.usage', { usage: USAGE })),
    paragraph(message('check.help.what')),
    table(options, say),
    `${paragraph(message('check.help.key'))}\n  ${SHAPE}`,
    `${paragraph(message('check.help.ends'))}\n`,
  ].join('\n\n')
}

type T = <C extends Code>(code: C, ...facts: Facts<C>) => string

/** The account and its risk as tables, as printed by `--smoke` and `npm run check`. Amounts are as in the snapshot. */
export function summarise(snapshot: Snapshot, say: Say): string {
  const t: T = (code, ...facts) => say(message(code, ...facts))
  const risk = snapshot.parts.risk.data
  if (!risk) return t('check.noFigures')
  const { positions, marginAccounts, balances, orders } = snapshot.parts
  const ofContracts: readonly Section[] = [
    [t('check.table.margin'), marginRows(risk, t), together(knowledgeOf(marginAccounts), knowledgeOf(positions))],
    [t('check.table.marginAccounts'), marginAccountRows(snapshot.parts, t), knowledgeOf(marginAccounts)],
    [t('check.table.positions'), positionRows(risk, snapshot.parts, t), knowledgeOf(positions)],
  ]
  const ofSpot: readonly Section[] = [[t('check.table.balances'), balanceRows(risk, t), knowledgeOf(balances)]]
  const name = snapshot.account?.name
  const account = name === undefined ? t('check.noAccount') : t('check.account', { name })
  const sections: readonly Section[] = [
    ...(positions.isAbsent ? [] : ofContracts),
    [t('check.table.orders'), orderRows(snapshot.parts, t), ordersKnown(orders)],
    ...(balances.isAbsent ? [] : ofSpot),
  ]
  const tables = sections.map(([title, rows, known]) => `${title}\n${table(rows, say, known)}`)
  return [`${account}\n${table(accountRows(snapshot, risk, t), say)}`, ...tables].join('\n\n')
}

function accountRows({ mono, wall, parts }: Snapshot, risk: Encoded<RiskReport>, t: T): readonly Row[] {
  const coin = risk.reportingCoin
  const { readAt } = parts.risk
  const oldest = (at: number): string =>
    t('check.ageAt', { seconds: ((mono - at) / 1000).toFixed(1), time: timeText(wall) })
  const named = (title: string, names: readonly (string | Message)[]): readonly Row[] =>
    names.length > 0 ? [[title, t('plain', { text: names })]] : []
  return [
    [t('check.row.oldest'), readAt === null ? t('check.none') : oldest(readAt)],
    [t('check.row.equity'), `${cut(risk.equity.total)} ${coin}`],
    [t('check.row.spot'), parts.balances.isAbsent ? t('check.notHere') : `${cut(risk.equity.spot)} ${coin}`],
    [t('check.row.contracts'), parts.positions.isAbsent ? t('check.notHere') : `${cut(risk.equity.contract)} ${coin}`],
    [t('check.notPriced'), risk.equity.unpriced.join(', ') || t('check.nothing')],
    ...named(t('check.row.notRead'), risk.missing),
    ...named(t('check.row.notReadWhole'), risk.incomplete),
    [t('check.row.gross'), `${cut(risk.exposure.gross)} ${coin}`],
    [t('check.row.net'), `${cut(risk.exposure.net)} ${coin}`],
    [t('check.row.leverage'), ratio(risk.exposure.effectiveLeverage)],
    ...named(t('check.row.notCounted'), risk.exposure.notCounted),
    [t('check.row.orders'), ordersText(parts, t)],
  ]
}

function ordersText({ orders }: Snapshot['parts'], t: T): string {
  const count = orders.data?.orders.length ?? 0
  const scopes = orders.data?.scopes ?? []
  const lists = { read: scopes.filter((scope) => scope.readAt !== null).length, all: scopes.length }
  const { state } = ordersKnown(orders)
  if (state !== 'known' && count === 0) return t('check.ordersUnknown', lists)
  return t(state === 'partly' ? 'check.ordersAtLeast' : 'check.orders', { count: String(count), ...lists })
}

function marginRows(risk: Encoded<RiskReport>, t: T): readonly Row[] {
  return [
    headed(t, 'unit', 'equity', 'marginRate', 'required', 'usage', 'fallsAt', 'risesAt'),
    ...risk.margin.map((unit) => [
      unit.id,
      unit.equity ? `${cut(unit.equity, 6)} ${unit.marginCoin}` : t('check.unknown'),
      unit.unread ? t('check.ofVenue', { rate: percent(unit.venueMarginRate) }) : percent(unit.marginRate),
      percent(unit.requiredRate),
      percent(unit.usage),
      percent(unit.breachDown),
      percent(unit.breachUp),
    ]),
  ]
}

function marginAccountRows({ marginAccounts }: Snapshot['parts'], t: T): readonly Row[] {
  return [
    headed(t, 'coin', 'wallet', 'inOrders', 'isolatedMargin', 'crossEquity', 'isolatedEquity', 'crossRate'),
    ...(marginAccounts.data ?? []).map((account) => [
      account.marginCoin,
      known(account.walletBalance, 6),
      known(account.orderMargin, 6),
      known(account.isolatedMargin, 6),
      known(account.crossEquity, 6),
      known(account.isolatedEquity, 6),
      known(account.crossMarginRate, 6),
    ]),
  ]
}

function positionRows(risk: Encoded<RiskReport>, { positions }: Snapshot['parts'], t: T): readonly Row[] {
  const held = new Map((positions.data ?? []).map((position) => [position.key, position]))
  const coin = risk.reportingCoin
  return [
    headed(t, 'position', 'volume', 'notional', 'profit', 'liquidation', 'distance'),
    ...risk.positions.map((position) => [
      position.key,
      known(held.get(position.key)?.volume ?? null, 0),
      position.notional ? `${cut(position.notional)} ${coin}` : t('check.notPriced'),
      position.totalPnlValue ? `${cut(position.totalPnlValue)} ${coin}` : t('check.unknown'),
      position.liquidation?.headline ? cut(position.liquidation.headline, 4) : t('check.none'),
      percent(position.liquidation?.distance ?? null),
    ]),
  ]
}

function orderRows({ orders }: Snapshot['parts'], t: T): readonly Row[] {
  return [
    headed(t, 'instrument', 'side', 'type', 'price', 'quantity', 'executed', 'status', 'id'),
    ...(orders.data?.orders ?? []).map((order) => [
      `${order.area}:${order.instrument}`,
      sideText(order, t),
      order.type,
      known(order.price, 8),
      cut(order.quantity, 8),
      cut(order.executed, 8),
      order.status,
      order.orderId,
    ]),
  ]
}

function balanceRows(risk: Encoded<RiskReport>, t: T): readonly Row[] {
  return [
    headed(t, 'asset', 'quantity', 'value', 'priced'),
    ...risk.valuation.assets.map((asset) => [
      asset.asset,
      known(asset.quantity, 8),
      asset.value ? `${cut(asset.value)} ${risk.reportingCoin}` : t('check.notPriced'),
      asset.method,
    ]),
  ]
}

function headed(t: T, ...columns: readonly Column[]): Row {
  return columns.map((column) => t(`check.column.${column}`))
}

/** The names of columns in the catalogue. */
type Column = Extract<Code, `check.column.${string}`> extends `check.column.${infer Name}` ? Name : never

function sideText({ side, action }: Pick<Order, 'side' | 'action'>, t: T): string {
  if (action === null) return t(`side.${side}`)
  return t(`check.${side}To${action === 'open' ? 'Open' : 'Close'}`)
}

/** Columns padded to their widest cell. An incomplete list is marked, and an empty one is then not called "none". */
function table(rows: readonly Row[], say: Say, known?: Knowledge): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => columnsOf(row[column] ?? ''))))
  const line = (row: Row): string => row.map((cell, column) => padTo(widths[column] ?? 0, cell)).join('  ')
  const lines = rows.map((row) => `  ${line(row).trimEnd()}`)
  if (known === undefined) return lines.join('\n')
  const gaps = known.state === 'known' ? [] : [message('check.notAll', { why: inARow(gapMessages(known)) })]
  const below = rows.length === 1 && gaps.length === 0 ? [message('check.noneListed')] : gaps
  return [...lines, ...below.map((each) => `  ${say(each)}`)].join('\n')
}

/** A wall clock moment in UTC, to the second. */
function timeText(wall: number): string {
  return new Date(wall).toISOString().slice(0, 19).replace('T', ' ')
}

/** Decimals are cut, not rounded: this is an overview, and the window shows the exact figure. */
function cut(text: string, places = 2): string {
  const [whole = '', fraction = ''] = text.split('.')
  return fraction && places > 0 ? `${whole}.${fraction.slice(0, places)}` : whole
}

function known(text: string | null, places: number): string {
  return text === null ? '-' : cut(text, places)
}

function percent(value: number | null): string {
  return value === null ? '-' : `${(value * 100).toFixed(2)} %`
}

function ratio(value: number | null): string {
  return value === null ? '-' : value.toFixed(2)
}
