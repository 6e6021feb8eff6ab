import fc from 'fast-check'
import { expect, it } from 'vitest'
import { performanceOf } from '#shared/risk/performance/performance.ts'
import { DAY_MS } from '#shared/risk/performance/account-returns.ts'

const curve = fc.array(
  fc.record({
    equity: fc.oneof(fc.double({ min: 1, max: 1e6, noNaN: true }), fc.constantFrom(0, -5, NaN, Infinity)),
    gap: fc.integer({ min: 1, max: 3 }),
    flow: fc.double({ min: -1e5, max: 1e5, noNaN: true }),
  }),
  { maxLength: 60 },
)

/** After everything was lost, a deposit smaller than any coin's smallest unit. */
const PAID_IN_NEXT_TO_NOTHING = [
  { equity: 0, gap: 1, flow: 0 },
  { equity: 1, gap: 1, flow: 5.56268464626801e-309 },
  { equity: 1.0000000000000009, gap: 1, flow: 0 },
  { equity: 1, gap: 1, flow: 0 },
]

function placed(rows: readonly { equity: number; gap: number; flow: number }[]) {
  let day = 0
  const points = rows.map(({ equity, gap, flow }) => ({ day: (day += gap) * DAY_MS, equity, flow }))
  return {
    equity: points.map((point) => ({ day: point.day, equity: point.equity })),
    flows: points.map((point) => ({ day: point.day, amount: point.flow })),
  }
}

it('reports only finite numbers, whatever the snapshots are', () => {
  fc.assert(
    fc.property(curve, (rows) => {
      const { equity, flows } = placed(rows)
      const { returns, drawdown, ...figures } = performanceOf(equity, flows)
      const numbers = [
        ...returns.map(({ value }) => value),
        drawdown.current,
        drawdown.ulcer,
        ...Object.values(figures).map((each) => (typeof each === 'number' ? each : each.value)),
      ]
      for (const value of numbers) if (value !== null) expect(Number.isFinite(value)).toBe(true)
    }),
    { examples: [[PAID_IN_NEXT_TO_NOTHING]] },
  )
})

it('does not depend on the reporting coin, nor on a deposit that earns the same as the rest', () => {
  const positive = fc.array(fc.double({ min: 0.5, max: 1.5, noNaN: true }), { minLength: 31, maxLength: 60 })
  fc.assert(
    fc.property(positive, fc.double({ min: 0.01, max: 100, noNaN: true }), fc.nat(29), (moves, scale, at) => {
      const grown = (start: number, paid: number) => {
        let equity = start
        const rows = moves.map((move, index) => {
          equity = (equity + (index === at ? paid : 0)) * move
          return { day: (index + 1) * DAY_MS, equity }
        })
        return performanceOf([{ day: 0, equity: start }, ...rows], [{ day: (at + 1) * DAY_MS, amount: paid }])
      }
      const plain = grown(100, 0)
      for (const other of [grown(100 * scale, 0), grown(100, 1_000)]) {
        expect(other.timeWeighted.value).toBeCloseTo(plain.timeWeighted.value!, 6)
        expect(other.drawdown.current).toBeCloseTo(plain.drawdown.current, 9)
        if (plain.sharpe.value !== null) expect(other.sharpe.value).toBeCloseTo(plain.sharpe.value, 6)
      }
    }),
  )
})
