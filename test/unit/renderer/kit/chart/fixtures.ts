import type { LoadLine } from '#shared/risk/report.ts'
import type { LoadLineInput, LoadLineUnit } from '../../../../../renderer/src/risk/load-line/load-line-view.ts'
import { ALL_PRICES } from '../../../../../renderer/src/risk/load-line/moved-prices.ts'
import type { ChartTheme } from '../../../../../renderer/src/kit/chart/theme.ts'

export const THEME: ChartTheme = {
  surface: 'surface',
  ink: 'ink',
  inkSoft: 'inkSoft',
  inkFaint: 'inkFaint',
  line: 'line',
  lineStrong: 'lineStrong',
  accent: 'accent',
  danger: 'danger',
  dangerWash: 'dangerWash',
  up: 'up',
  down: 'down',
  holdings: 'holdings',
  contracts: 'contracts',
  diverge: { low: 'rgba(0, 0, 255, 1)', mid: 'rgba(255, 255, 255, 1)', high: 'rgba(255, 128, 0, 1)' },
  others: ['other1', 'other2'],
  words: 'words',
  figures: 'figures',
}

export function unit(id: string, change: Partial<LoadLineUnit> = {}): LoadLineUnit {
  return {
    id,
    mode: id.startsWith('cross') ? 'cross' : 'isolated',
    state: 'ok',
    marginRate: 0.2,
    requiredRate: 0.02,
    breachDown: null,
    breachUp: null,
    ...change,
  }
}

const SHOCKS = [-0.99, -0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6, 2]

/**
 * A cross account that falls with prices and is liquidated at -20 %, a calm one, and a short that is liquidated at +30
 * %.
 */
export function loadLineInput(change: Partial<LoadLineInput> = {}): LoadLineInput {
  const rates = {
    'cross:USDT': [-0.7, -0.38, -0.18, 0.02, 0.2, 0.4, 0.6, 0.8, 2.2],
    'cross:BTC': [1, 1, 1, 1, 1, 1, 1, 1, 1],
    'isolated:XRP:isolated:short': [1, 0.8, 0.6, 0.35, 0.17, 0.07, -0.03, -0.13, -0.8],
  }
  const loadLine: LoadLine = {
    model: 'uniform',
    shocks: SHOCKS,
    units: Object.entries(rates).map(([id, marginRate]) => ({
      id,
      marginRate,
      requiredRate: SHOCKS.map(() => 0.02),
    })),
    equity: SHOCKS.map((shock) => 1000 + 500 * shock),
    notModelled: [],
    notCounted: [],
    equityWithLiquidation: SHOCKS.map((shock) => 1000 + 500 * shock - (shock <= -0.2 ? 100 : 0)),
    breaches: [
      { unitId: 'cross:USDT', direction: 'down', shock: -0.2, loss: 100, equityLeft: 800 },
      { unitId: 'isolated:XRP:isolated:short', direction: 'up', shock: 0.3, loss: 50, equityLeft: 1100 },
    ],
  }
  return {
    loadLine,
    units: [
      unit('cross:BTC', { marginRate: 1 }),
      unit('cross:USDT', { breachDown: -0.2 }),
      unit('isolated:XRP:isolated:short', { breachUp: 0.3, marginRate: 0.17 }),
    ],
    reportingCoin: 'USDT',
    moved: ALL_PRICES,
    ...change,
  }
}
