import { exitTime } from '#shared/desk/predict-time.ts'
import { encode } from '#shared/domain/decimal.ts'
import { patchOf } from '#shared/domain/patch.ts'
import { modelAccount } from '#shared/risk/account/account-model.ts'
import { assess } from '#shared/risk/assess.ts'
import { unreadHoldings } from '#shared/risk/inputs.ts'
import { booksOf } from '#shared/risk/liquidity/exits.ts'
import { liquidityOf } from '#shared/risk/liquidity/liquidity.ts'
import { statisticsOf } from '#shared/risk/statistics.ts'
import { Received, type Asked, type Figures, type Kind, type Reply, type Request } from './risk-messages.ts'

const COMPUTE: { readonly [K in Kind]: (asked: Asked[K]) => Figures[K] } = {
  risk(inputs) {
    const model = modelAccount(inputs)
    return { report: encode(assess(inputs, model)), books: booksOf(model, inputs.instruments ?? []) }
  },
  liquidity: ({ depths, dayVolumes, statistics, ...inputs }) =>
    encode(
      liquidityOf({
        model: modelAccount(inputs),
        instruments: inputs.instruments ?? [],
        orders: inputs.orders,
        depths: [...depths.values()],
        dayVolumes,
        statistics,
        unread: unreadHoldings(inputs),
      }),
    ),
  statistics: ({ sources, bars, benchmark, venueTime, ...risk }) =>
    statisticsOf({
      risk,
      benchmark,
      venueTime,
      seriesOf(asset) {
        const source = sources.get(asset) ?? null
        return { source, bars: (interval) => (source === null ? [] : (bars.get(`${source}:${interval}`) ?? [])) }
      },
    }),
  exit: ({ instruments, ...known }) =>
    exitTime({ ...known, instruments: instruments ?? [], balances: null, quotes: [], risk: null }),
}

/** Answers in the worker: one message in, one message out. It remembers what it received and answered. */
export function createRiskService(): (request: Request) => Reply {
  const received = new Received()
  const answered = new Map<Kind, unknown>()
  return (request) => {
    try {
      // Both ends of this message are ours: the inputs are the `Asked` of this kind.
      const compute = COMPUTE[request.kind] as (asked: unknown) => unknown
      const figures = compute(received.asked(request))
      const change = patchOf(answered.get(request.kind), figures)
      answered.set(request.kind, figures)
      return { ok: true, change }
    } catch (cause) {
      return { ok: false, message: cause instanceof Error ? cause.message : String(cause) }
    }
  }
}
