import { message } from '#shared/words/message.ts'
import type { RiskComponent } from '#shared/risk/statistics-report.ts'
import { formatRatio, NOT_APPLICABLE, UNKNOWN } from '../../kit/format.ts'
import { rateText, roundText } from '../../kit/chart/number-text.ts'
import type { ChartTable } from '../../kit/chart/table.ts'
import { say, sayAll, t } from '../../kit/say.ts'

/** One step of the waterfall, from where the one before it ended. */
export interface Step {
  readonly name: string
  readonly from: number
  readonly to: number
  readonly kind: 'adds' | 'takesOff' | 'total'
  /** The asset; null for the sum of small ones and for the total. */
  readonly source: RiskComponent | null
}

export interface ComponentView {
  /** Largest first, those that reduce last, then all others as one, then the total. */
  readonly steps: readonly Step[]
  readonly total: number
  /** Assets without a component. */
  readonly missing: readonly string[]
}

/** The expected shortfall, asset by asset, in at most `limit` steps; null when no asset has a component. */
export function viewComponents(components: readonly RiskComponent[], limit: number): ComponentView | null {
  const known = components.flatMap((source) =>
    source.componentEs.value === null ? [] : [{ name: source.asset, value: source.componentEs.value, source }],
  )
  if (known.length === 0) return null
  const total = known.reduce((sum, { value }) => sum + value, 0)
  const bySize = known.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))
  // One step is the total; if not all others fit, one is the rest.
  const room = known.length <= limit - 1 ? known.length : Math.max(1, limit - 2)
  const rest = bySize.slice(room)
  const parts: readonly { name: string; value: number; source: RiskComponent | null }[] = [
    ...bySize.slice(0, room).toSorted((a, b) => b.value - a.value),
    ...(rest.length === 0
      ? []
      : [
          {
            name: t('var.others', { count: rest.length }),
            value: rest.reduce((sum, { value }) => sum + value, 0),
            source: null,
          },
        ]),
  ]
  let at = 0
  const steps = parts.map(({ name, value, source }): Step => {
    const from = at
    at += value
    return { name, from, to: at, kind: value < 0 ? 'takesOff' : 'adds', source }
  })
  return {
    steps: [...steps, { name: t('var.all'), from: 0, to: total, kind: 'total', source: null }],
    total,
    missing: components.filter(({ componentEs }) => componentEs.value === null).map(({ asset }) => asset),
  }
}

/** Which asset adds most and which reduces most; the chart's title. `isPartial`: only of the covered part. */
export function componentFinding({ steps, total, missing }: ComponentView, coin: string, isPartial: boolean): string {
  const assets = steps.filter(({ source }) => source !== null)
  const [most, least] = [assets[0], assets.at(-1)]
  const sum = { total: roundText(total), coin }
  const found = sayAll(
    most?.kind === 'adds' &&
      total > 0 &&
      message(isPartial ? 'var.bringsCovered' : 'var.brings', {
        asset: most.name,
        share: rateText((most.to - most.from) / total),
        ...sum,
      }),
    least?.kind === 'takesOff' &&
      message('var.takesOff', { asset: least.name, amount: roundText(least.from - least.to, { scale: total }) }),
    missing.length > 0 && message('figure.notInIt', { names: missing }),
  )
  return found || t(isPartial ? 'var.byAssetCovered' : 'var.byAsset', sum)
}

/** Every measure of every asset: what adds up, and what does not. */
export function componentTable(components: readonly RiskComponent[], coin: string, isPartial: boolean): ChartTable {
  const total = components.reduce((sum, { componentEs }) => sum + (componentEs.value ?? 0), 0)
  const text = (figure: RiskComponent['componentEs'], show: (value: number) => string): string =>
    figure.value === null ? `${NOT_APPLICABLE} ${say(figure.reason)}` : show(figure.value)
  const money = (value: number): string => roundText(value, { sign: 'always', scale: Math.max(total, Math.abs(value)) })
  return {
    caption: t('var.componentsCaption', { coin }),
    columns: [
      t('kit.asset'),
      t('var.column.exposure', { coin }),
      t('var.column.componentEs'),
      t(isPartial ? 'var.column.shareCovered' : 'var.column.share'),
      t('var.column.componentVar'),
      t('var.column.marginalVar'),
      t('how.incrementalVar.title'),
    ],
    rows: components.map((each) => [
      each.asset,
      each.value === null ? UNKNOWN : money(each.value),
      text(each.componentEs, money),
      text(each.componentEs, (value) => (total > 0 ? rateText(value / total) : NOT_APPLICABLE)),
      text(each.componentVar, money),
      text(each.marginalVar, (value) => formatRatio(value, { places: 4, sign: 'always' })),
      text(each.incrementalVar, money),
    ]),
  }
}
