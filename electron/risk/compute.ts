import { encode } from '#shared/domain/decimal.ts'
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
        ...{ dayVolumes, statistics },
        unread: unreadHoldings(inputs),
      }),
    ),
  statistics: ({ sources, bars, benchmark, venueTime, ...risk }) =>
    statisticsOf({
      ...{ risk, benchmark, venueTime },
      seriesOf(asset) {
        const source = sources.get(asset) ?? null
        return { source, bars: (interval) => (source === null ? [] : (bars.get(`${source}:${interval}`) ?? [])) }
      },
    }),
}

/** Answers in the worker: one message in, one message out. It keeps what it was sent. */
export function createRiskService(): (request: Request) => Reply {
  const received = new Received()
  return (request) => {
    try {
      // Both ends of this message are ours: the inputs are `Asked` of this kind.
      const compute = COMPUTE[request.kind] as (asked: unknown) => unknown
      return { ok: true, figures: compute(received.asked(request)) }
    } catch (cause) {
      return { ok: false, message: cause instanceof Error ? cause.message : String(cause) }
    }
  }
}
