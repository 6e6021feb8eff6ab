/** What is known, as plain text for a terminal: a probe's report, and an account with its risk as tables. */
import type { Encoded } from '#shared/domain/decimal.ts'
import {
  countText,
  gapMessages,
  knowledgeOf,
  ordersKnown,
  together,
  type Knowledge,
} from '#shared/snapshot/knowledge.ts'
import type { ProbeReport, ProbeStepId } from '#shared/domain/probe.ts'
import { inARow } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import type { PortfolioParts, Snapshot } from '#shared/snapshot/snapshot.ts'
import type { RiskReport } from '#shared/risk/report.ts'

type Row = readonly string[]
/** `known`: how well what it lists is known. */
type Section = readonly [title: string, rows: readonly Row[], known: Knowledge]
type Parts = Encoded<PortfolioParts>

/** A terminal's usual width, and a little more where there is much to say. */
const WIDTH = 110

/** What a probe says of a venue, or a check of the account with it. */
type Verdict = ProbeReport['verdict'] | 'unreadable'

const VERDICTS: Readonly<Record<Verdict, string>> = {
  healthy: 'healthy: what a trader needs works here.',
  limited: 'limited: the account can be watched, but what is marked "failed" does not work.',
  unreadable: 'unreadable: the account could not be read whole; see the reason at the end.',
  refused: 'refused: this venue can not be used with this key; see what is marked "failed".',
}
const STEPS: Readonly<Record<ProbeStepId, string>> = {
  spotClock: 'Spot clock',
  contractClock: 'Contract clock',
  pairs: 'Pairs',
  contracts: 'Contracts',
  signature: 'Signature',
  spotAccount: 'Spot account',
  contractAccount: 'Contract account',
  rights: 'Key rights',
  openOrders: 'Open orders',
  candles: 'Candles',
  books: 'Books',
  unknownInstrument: 'Unknown name',
  unknownOrder: 'Unknown order',
  closedContracts: 'Closed contracts',
  marks: 'Marks',
  testOrder: 'Test order',
  times: 'Times',
  calls: 'Calls',
}

interface Told {
  readonly verdict: Verdict
  readonly steps: readonly Omit<ProbeReport['steps'][number], 'facts'>[]
}

/** A report: its verdict, then one step after the other. */
export function formatReport({ verdict, steps }: Told): string {
  const lines = steps.map(({ id, outcome, found }) => {
    const head = `  ${outcome.padEnd(7)}  ${STEPS[id].padEnd(16)}  `
    return head + wrap(inEnglish(inARow(found)), WIDTH - head.length).join(`\n${' '.repeat(head.length)}`)
  })
  return [`The venue is ${VERDICTS[verdict]}`, ...lines].join('\n')
}

/**
 * The account and its risk as tables: what `--smoke` and `npm run check` print. Amounts as they are in the snapshot.
 */
export function summarise(snapshot: Snapshot): string {
  const risk = snapshot.parts.risk.data
  if (!risk) return 'no risk figures'
  const { positions, marginAccounts, balances, orders } = snapshot.parts
  const ofContracts: readonly Section[] = [
    ['Margin', marginRows(risk), together(knowledgeOf(marginAccounts), knowledgeOf(positions))],
    ['Margin accounts, as the venue reports them', marginAccountRows(snapshot.parts), knowledgeOf(marginAccounts)],
    ['Positions', positionRows(risk, snapshot.parts), knowledgeOf(positions)],
  ]
  const ofSpot: readonly Section[] = [['Balances', balanceRows(risk), knowledgeOf(balances)]]
  const account = `Account ${snapshot.account?.name ?? '(none)'}`
  const sections: readonly Section[] = [
    ...(positions.isAbsent ? [] : ofContracts),
    ['Open orders', orderRows(snapshot.parts), ordersKnown(orders)],
    ...(balances.isAbsent ? [] : ofSpot),
  ]
  const tables = sections.map(([title, rows, known]) => `${title}\n${table(rows, known)}`)
  return [`${account}\n${table(accountRows(snapshot, risk))}`, ...tables].join('\n\n')
}

const NOT_HERE = 'not at this venue'

function accountRows({ mono, wall, parts }: Snapshot, risk: Encoded<RiskReport>): readonly Row[] {
  const coin = risk.reportingCoin
  const scopes = parts.orders.data?.scopes ?? []
  const read = scopes.filter((scope) => scope.readAt !== null).length
  const orders = countText(parts.orders.data?.orders.length ?? 0, ordersKnown(parts.orders))
  const { readAt } = parts.risk
  return [
    ['oldest figure', readAt === null ? 'none' : `${((mono - readAt) / 1000).toFixed(1)} s old at ${timeText(wall)}`],
    ['equity', `${cut(risk.equity.total)} ${coin}`],
    ['spot', parts.balances.isAbsent ? NOT_HERE : `${cut(risk.equity.spot)} ${coin}`],
    ['contracts', parts.positions.isAbsent ? NOT_HERE : `${cut(risk.equity.contract)} ${coin}`],
    ['not priced', risk.equity.unpriced.join(', ') || 'nothing'],
    ...(risk.missing.length > 0 ? [['not read', risk.missing.join(', ')]] : []),
    ...(risk.incomplete.length > 0 ? [['not read whole', risk.incomplete.join(', ')]] : []),
    ['gross exposure', `${cut(risk.exposure.gross)} ${coin}`],
    ['net exposure', `${cut(risk.exposure.net)} ${coin}`],
    ['effective leverage', ratio(risk.exposure.effectiveLeverage)],
    ...(risk.exposure.notCounted.length > 0 ? [['not in exposure', risk.exposure.notCounted.join(', ')]] : []),
    [
      'open orders',
      `${orders.replace('≥\u202f', 'at least ').replace('?', 'not known')}, looked for in ${read} of ${scopes.length} instruments`,
    ],
  ]
}

function marginRows(risk: Encoded<RiskReport>): readonly Row[] {
  return [
    ['unit', 'equity', 'margin rate', 'required', 'usage', 'falls at', 'rises at'],
    ...risk.margin.map((unit) => [
      unit.id,
      unit.equity ? `${cut(unit.equity, 6)} ${unit.marginCoin}` : 'unknown',
      unit.unread ? `${percent(unit.venueMarginRate)} (the venue's)` : percent(unit.marginRate),
      percent(unit.requiredRate),
      percent(unit.usage),
      percent(unit.breachDown),
      percent(unit.breachUp),
    ]),
  ]
}

function marginAccountRows({ marginAccounts }: Parts): readonly Row[] {
  return [
    ['coin', 'wallet', 'in orders', 'isolated margin', 'cross equity', 'isolated equity', 'cross rate'],
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

function positionRows(risk: Encoded<RiskReport>, { positions }: Parts): readonly Row[] {
  const held = new Map((positions.data ?? []).map((position) => [position.key, position]))
  const coin = risk.reportingCoin
  return [
    ['position', 'volume', 'notional', 'profit', 'liquidation', 'distance'],
    ...risk.positions.map((position) => [
      position.key,
      known(held.get(position.key)?.volume ?? null, 0),
      position.notional ? `${cut(position.notional)} ${coin}` : 'not priced',
      position.totalPnlValue ? `${cut(position.totalPnlValue)} ${coin}` : 'unknown',
      position.liquidation?.headline ? cut(position.liquidation.headline, 4) : 'none',
      percent(position.liquidation?.distance ?? null),
    ]),
  ]
}

function orderRows({ orders }: Parts): readonly Row[] {
  return [
    ['instrument', 'side', 'type', 'price', 'quantity', 'executed', 'status', 'id'],
    ...(orders.data?.orders ?? []).map((order) => [
      `${order.area}:${order.instrument}`,
      order.action === null ? order.side : `${order.side} to ${order.action}`,
      order.type,
      known(order.price, 8),
      cut(order.quantity, 8),
      cut(order.executed, 8),
      order.status,
      order.orderId,
    ]),
  ]
}

function balanceRows(risk: Encoded<RiskReport>): readonly Row[] {
  return [
    ['asset', 'quantity', 'value', 'priced'],
    ...risk.valuation.assets.map((asset) => [
      asset.asset,
      known(asset.quantity, 8),
      asset.value ? `${cut(asset.value)} ${risk.reportingCoin}` : 'not priced',
      asset.method,
    ]),
  ]
}

/** Columns padded to their widest cell. Where not all is known that is said, and nothing is called none. */
function table(rows: readonly Row[], known?: Knowledge): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const line = (row: Row): string => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  const lines = rows.map((row) => `  ${line(row).trimEnd()}`)
  if (known === undefined) return lines.join('\n')
  const gaps = known.state === 'known' ? [] : [`  (not all is known. ${inEnglish(inARow(gapMessages(known)))})`]
  return [...lines, ...(rows.length === 1 && gaps.length === 0 ? ['  (none)'] : gaps)].join('\n')
}

/** Text in lines of at most `width` characters, broken between words; a longer word has a line to itself. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** A moment of the wall clock, to the second. */
function timeText(wall: number): string {
  return `${new Date(wall).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** Digits after the point cut, not rounded: this is a glance, the window shows the figure. */
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
