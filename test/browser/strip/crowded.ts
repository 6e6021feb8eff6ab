/** The strip with as much in it as a trading day brings at once, and what it must then still be. */
import { expect } from 'vitest'
import type { DecimalText } from '#shared/domain/decimal.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { fixtureSnapshot, withPart } from '#test/support/snapshot.ts'
import { accounts, liveWith } from '../fan-out/sheet.ts'
import { overfull, overlaps } from '../support/text-boxes.ts'
import type { Bench } from '../support/window.ts'

/** Width and height, px. The first is 1280 × 800 enlarged to 200 %. */
export const STRIP_SIZES: readonly (readonly [number, number])[] = [
  [640, 400],
  [900, 600],
  [1024, 700],
  [1280, 800],
  [1920, 1080],
]

const text = (value: string): DecimalText => value as DecimalText

/** Millions, a contract with a long name, and three accounts, one of them in danger. */
export function large(): Snapshot {
  const usual = fixtureSnapshot()
  const renamed = JSON.stringify(usual.parts).replaceAll('E-LINK-USDT', 'E-1000000MOG-USDT')
  const whole = { ...usual, parts: JSON.parse(renamed) as Snapshot['parts'] }
  const risk = whole.parts.risk.data!
  const report = {
    ...risk,
    equity: { ...risk.equity, total: text('12345678.90'), unpriced: ['WEN', '1000SATS', 'KTO'] },
    exposure: { ...risk.exposure, net: text('-123456789'), gross: text('234567890'), effectiveLeverage: 18.97 },
  }
  const since = whole.parts.equityCurve.data![0]![0] - 3 * 86_400_000
  const grown = withPart(withPart(whole, 'risk', { data: report }), 'equityCurve', { data: [[since, 1_000_000.5]] })
  const live = liveWith(accounts(3)).live.map((one, nth) => (nth === 2 ? { ...one, severity: 'red' as const } : one))
  return { ...grown, live }
}

/**
 * The same with a long name of its own, a contract that is not counted, a ban, a pause, a clock that is off, old figures
 * and requests that are not confirmed: all at once.
 */
export function crowded(): Snapshot {
  const snapshot = large()
  const { desk, health } = snapshot.parts
  const hosts = [
    { area: 'contract' as const, state: 'banned' as const, resumesInMs: 11_000, isAsked: true, weight: null },
    { area: 'spot' as const, state: 'backingOff' as const, resumesInMs: 725_000, isAsked: false, weight: null },
  ]
  const pools = health.data!.budget.pools.map((pool) => ({ ...pool, used: 20, waiting: 14, exitsWaiting: 14 }))
  const clock = { ...health.data!.clock!, offsetMs: -12_400 }
  const shut = withPart(snapshot, 'health', { data: { ...health.data!, clock, budget: { hosts, pools } } })
  const asked = withPart(shut, 'desk', { data: { ...desk.data!, unknownCount: 12, mode: 'reducing' } })
  const risk = asked.parts.risk.data!
  const readAt = snapshot.mono - 754_000
  const old = withPart(asked, 'risk', {
    readAt,
    data: {
      ...risk,
      exposure: { ...risk.exposure, notCounted: ['E-1000000MOG-USD'] },
      provenance: { ...risk.provenance, margin: { ...risk.provenance.margin, readAt } },
    },
  })
  const name = 'Basis trades, Singapore desk'
  return { ...old, account: { ...old.account!, name } }
}

/** Expects that nothing in the strip is cut but the name of the account, and that nothing lies over anything else. */
export function stripHolds({ find }: Pick<Bench, 'find'>): void {
  const strip = find('.strip')
  expect(overfull(strip, '.switcher > .name')).toEqual([])
  expect(overlaps(strip)).toEqual([])
  const cells = [...strip.children].map((cell) => cell.getBoundingClientRect())
  expect(Math.max(...cells.map(({ right }) => right))).toBeLessThanOrEqual(innerWidth)
}
