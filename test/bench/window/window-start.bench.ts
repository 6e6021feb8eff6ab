/** How soon a trader who opens the demo sees figures: the built app, from its start. */
import { launchApp } from '../../e2e/launch.ts'
import type { BenchResult } from '../bench-result.ts'
import { isQuick, quantile, table } from '../measure.ts'

const STARTS = isQuick ? 2 : 9
const GOAL_MS = 2_500

/** ms since the page of the window began to load; `page`: since the program was started. */
interface Started {
  readonly page: number
  readonly text: number
  /** How far the account is from liquidation. */
  readonly safety: number
  /** Total equity: the last figure, as it waits for every price. */
  readonly equity: number
}

export default async function run(): Promise<BenchResult> {
  const all: Started[] = []
  for (let nth = 0; nth < STARTS; nth++) all.push(await started())
  const values = (name: keyof Started): readonly number[] => all.map((one) => one[name])
  const words = (name: keyof Started): string => {
    const [least, most] = [Math.min(...values(name)), Math.max(...values(name))]
    return `${quantile(values(name), 0.5).toFixed(0)} [${least.toFixed(0)}–${most.toFixed(0)}]`
  }
  const goal = (what: string, name: keyof Started): BenchResult['goals'][number] => ({
    id: 'Window',
    goal: `${what} in the demo at most ${GOAL_MS} ms after the window`,
    measured: `${words(name)} ms`,
    verdict: quantile(values(name), 0.5) <= GOAL_MS ? 'met' : 'missed',
  })
  return {
    title: 'The window: a start',
    markdown: [
      `${STARTS} starts with \`--demo\` and a new profile, ms: median and range. The page begins to load ${words('page')} ms after the program was started.`,
      '',
      table(
        ['since the page began to load', 'ms'],
        [
          ['first text', words('text')],
          ['distance to liquidation', words('safety')],
          ['total equity, every price read', words('equity')],
        ],
      ),
    ].join('\n'),
    goals: [goal('the first live figure', 'safety'), goal('every fact of the strip', 'equity')],
  }
}

async function started(): Promise<Started> {
  const from = Date.now()
  const { page, close } = await launchApp({ args: ['--size=1280x800', '--demo'] })
  const [safety, equity] = await Promise.all([
    page.waitForFunction(shownAt, '.safety .figure', { polling: 20 }),
    page.waitForFunction(shownAt, '[data-testid=equity]', { polling: 20 }),
  ])
  const { origin, text } = await page.evaluate(() => ({
    origin: performance.timeOrigin,
    text: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
  }))
  const seen = { safety: Number(await safety.jsonValue()), equity: Number(await equity.jsonValue()) }
  await close()
  return { page: origin - from, text, ...seen }
}

/** When a figure is seen; false: not yet. */
function shownAt(selector: string): number | false {
  const text = document.querySelector<HTMLElement>(selector)?.innerText ?? ''
  return /\d/.test(text) && performance.now()
}
