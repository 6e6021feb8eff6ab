import type { Snapshot } from '#shared/domain/snapshot.ts'

type Row = readonly string[]

/** The account and its risk as plain text tables: what `--smoke` prints. Amounts as they are in the snapshot. */
export function summarise({ account, parts }: Snapshot): string {
  const risk = parts.risk.data
  if (!risk) return 'no risk figures'
  const coin = risk.reportingCoin
  const open = parts.orders.data
  const sections: [title: string, rows: readonly Row[]][] = [
    [
      `Account ${account?.name ?? '(none)'}`,
      [
        ['equity', `${cut(risk.equity.total)} ${coin}`],
        ['spot', `${cut(risk.equity.spot)} ${coin}`],
        ['contracts', `${cut(risk.equity.contract)} ${coin}`],
        ['not priced', risk.equity.unpriced.join(', ') || 'nothing'],
        ['gross exposure', `${cut(risk.exposure.gross)} ${coin}`],
        ['net exposure', `${cut(risk.exposure.net)} ${coin}`],
        ['effective leverage', ratio(risk.exposure.effectiveLeverage)],
        ['open orders', `${open?.orders.length ?? 0} in ${open?.scopes.length ?? 0} instruments`],
      ],
    ],
    [
      'Margin',
      [
        ['unit', 'equity', 'margin rate', 'required', 'usage', 'falls at', 'rises at'],
        ...risk.margin.map((unit) => [
          unit.id,
          unit.equity ? `${cut(unit.equity, 6)} ${unit.marginCoin}` : 'unknown',
          percent(unit.marginRate),
          percent(unit.requiredRate),
          percent(unit.usage),
          percent(unit.breachDown),
          percent(unit.breachUp),
        ]),
      ],
    ],
    [
      'Positions',
      [
        ['position', 'notional', 'profit', 'liquidation', 'distance'],
        ...risk.positions.map((position) => [
          position.key,
          position.notional ? `${cut(position.notional)} ${coin}` : 'not priced',
          position.totalPnlValue ? `${cut(position.totalPnlValue)} ${coin}` : 'unknown',
          position.liquidation?.headline ? cut(position.liquidation.headline, 4) : 'none',
          percent(position.liquidation?.distance ?? null),
        ]),
      ],
    ],
    [
      'Balances',
      [
        ['asset', 'quantity', 'value', 'priced'],
        ...risk.valuation.assets.map((asset) => [
          asset.asset,
          cut(asset.quantity, 8),
          asset.value ? `${cut(asset.value)} ${coin}` : 'not priced',
          asset.method,
        ]),
      ],
    ],
  ]
  return sections.map(([title, rows]) => `${title}\n${table(rows)}`).join('\n\n')
}

/** Columns padded to their widest cell. */
function table(rows: readonly Row[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const line = (row: Row): string => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return rows.map((row) => `  ${line(row).trimEnd()}`).join('\n')
}

/** Digits after the point cut, not rounded: this is a glance, the window shows the figure. */
function cut(text: string, places = 2): string {
  const [whole = '', fraction = ''] = text.split('.')
  return fraction ? `${whole}.${fraction.slice(0, places)}` : whole
}

function percent(value: number | null): string {
  return value === null ? '-' : `${(value * 100).toFixed(2)} %`
}

function ratio(value: number | null): string {
  return value === null ? '-' : value.toFixed(2)
}
