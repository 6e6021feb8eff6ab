/** How long a flatten takes compared with its plan: the real client and the simulated venue over HTTP. */
import { realClock } from '../../../electron/simulator/real-clock.ts'
import { faultsOf, left, startFlattenAtVenue } from '../../support/flatten-at-venue.ts'
import type { BenchResult } from '../bench-result.ts'
import { isQuick, table } from '../measure.ts'
import { inEnglish } from '#shared/words/say.ts'

const RUNS = isQuick ? 2 : 10
const FLATTEN = { kind: 'flatten', spot: 'keep' } as const
const WITHIN = 0.2

interface Flatten {
  readonly likelyMs: number
  readonly tookMs: number
  /** Calls refused for their rate, and orders that arrived twice. */
  readonly faults: number
}

export default async function run(): Promise<BenchResult> {
  const flattens: Flatten[] = []
  for (let done = 0; done < RUNS; done++) flattens.push(await flatten())
  return report(flattens)
}

async function flatten(): Promise<Flatten> {
  const run = await startFlattenAtVenue(realClock)
  try {
    const shown = await run.desk.preview(FLATTEN)
    if (shown.kind !== 'plan') throw new Error(inEnglish(shown.denial.message))
    await run.desk.submit('flatten', FLATTEN, shown.planId)
    const { state, tookMs, estimate } = await run.ended()
    if (state !== 'done' || tookMs === null || estimate === null || left(run.venue) > 0) {
      throw new Error(`the flatten ended ${state} with ${left(run.venue)} orders and positions left`)
    }
    return { likelyMs: estimate.likelyMs, tookMs, faults: faultsOf(run.venue).length }
  } finally {
    await run.stop()
  }
}

function report(flattens: readonly Flatten[]): BenchResult {
  const ratios = flattens.map(({ tookMs, likelyMs }) => tookMs / likelyMs).toSorted((one, other) => one - other)
  const [lowest, middle, highest] = [ratios.at(0), ratios.at(ratios.length >> 1), ratios.at(-1)].map((ratio = NaN) =>
    ratio.toFixed(2),
  )
  const faults = flattens.reduce((sum, flatten) => sum + flatten.faults, 0)
  const isMet = faults === 0 && ratios.every((ratio) => Math.abs(ratio - 1) <= WITHIN)
  return {
    title: 'A flatten against its plan',
    markdown: [
      '40 orders cancelled and 8 positions closed, each flatten on a venue of its own that answers after 150 ms.',
      '',
      table(
        ['flatten', 'foretold, ms', 'took, ms', 'ratio'],
        flattens.map(({ likelyMs, tookMs }, index) => [
          `${index + 1}`,
          likelyMs.toFixed(0),
          tookMs.toFixed(0),
          (tookMs / likelyMs).toFixed(2),
        ]),
      ),
    ].join('\n'),
    goals: [
      {
        id: 'Flatten',
        goal: `takes within ±${WITHIN * 100} % of what its plan foretold; no 429, nothing sent twice`,
        measured: `${middle} [${lowest}–${highest}] of it; ${faults} refused or sent twice`,
        verdict: isMet ? 'met' : 'missed',
      },
    ],
  }
}
