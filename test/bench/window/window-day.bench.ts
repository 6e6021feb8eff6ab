/**
 * A day at the window: what it costs while little happens, whether it grows when screens change, and how soon the way
 * out of a large account is on screen.
 */
import type { BenchResult } from '../bench-result.ts'
import { isQuick, table } from '../measure.ts'
import { inWindow, press, type Held, type Shown } from './page.ts'
import { largeAccount } from './record.ts'

const SECONDS = isQuick ? 5 : 60
const CHANGES = isQuick ? 50 : 1_000
/** Screens are loaded, and code is compiled, when they are first shown. */
const FIRST_CHANGES = 100
const SMALL = 8
const SCREENS = ['Overview', 'Positions', 'Orders', 'Journal', 'Risk']
const FLATTEN = 'button:has([data-testid=time-to-flatten])'
const RECORDED = isQuick ? 8 : 24

export default async function run(): Promise<BenchResult> {
  const small = largeAccount(SMALL)
  const calm = await inWindow({ recorded: await small.record(RECORDED), everyMs: 500 }, async (shown) => ({
    positions: await shareOfCore(shown, ['Positions']),
    stress: await shareOfCore(shown, ['Risk', 'Stress']),
    growth: await growthOf(shown),
  }))
  await small.stop()
  const large = largeAccount()
  const recorded = await large.record(RECORDED)
  const planMs = await inWindow({ recorded, everyMs: 1_000, preview: large.preview }, msToPlan)
  await large.stop()
  return result({ ...calm, planMs })
}

async function shareOfCore({ page, busyMs }: Shown, links: readonly string[]): Promise<number> {
  for (const name of links) await page.evaluate(press, name)
  await page.waitForTimeout(3_000)
  const before = await busyMs()
  await page.waitForTimeout(SECONDS * 1_000)
  return ((await busyMs()) - before) / (SECONDS * 1_000)
}

/** What the window holds on Overview before and after all changes. */
async function growthOf({ page, held }: Shown): Promise<readonly [before: Held, after: Held]> {
  await page.evaluate(changeScreens, { screens: SCREENS, times: FIRST_CHANGES })
  const before = await held()
  await page.evaluate(changeScreens, { screens: SCREENS, times: CHANGES })
  return [before, await held()]
}

async function changeScreens({ screens, times }: { readonly screens: readonly string[]; readonly times: number }) {
  const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()))
  for (let nth = 1; nth <= times; nth++) {
    const name = screens[nth % screens.length] ?? ''
    ;[...document.querySelectorAll<HTMLElement>('nav a')].find(({ innerText }) => innerText.startsWith(name))?.click()
    await frame()
    await frame()
  }
}

/** From the click on FLATTEN until its plan is painted and can be held, ms. */
async function msToPlan({ page }: Shown): Promise<number> {
  await page.waitForSelector(FLATTEN)
  await page.waitForTimeout(3_000)
  return page.evaluate(async (button) => {
    const from = performance.now()
    document.querySelector<HTMLElement>(button)?.click()
    const isShown = (): boolean =>
      document.querySelector('[role=dialog] [data-hold]:not([aria-disabled=true])') !== null
    while (!isShown() && performance.now() - from < 30_000) await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return performance.now() - from
  }, FLATTEN)
}

function result({
  positions,
  stress,
  growth: [before, after],
  planMs,
}: {
  readonly positions: number
  readonly stress: number
  readonly growth: readonly [Held, Held]
  readonly planMs: number
}): BenchResult {
  const share = (value: number): string => `${(100 * value).toFixed(1)} %`
  const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MiB`
  const grown = after.dataBytes / before.dataBytes
  const isSame = grown < 1.1 && after.nodes <= before.nodes * 1.1 && after.listeners <= before.listeners * 1.1
  return {
    title: 'The window: a day',
    markdown: [
      `${SMALL} positions, 2 pushes a second, ${SECONDS} s a screen; then ${CHANGES} changes of the screen; and the plan of a flatten with 1,000 positions and 1,000 orders, made by the desk at a venue that answers at once.`,
      '',
      table(
        ['', 'before', 'after'],
        [
          ['heap without code', mb(before.dataBytes), mb(after.dataBytes)],
          ['compiled code', mb(before.codeBytes), mb(after.codeBytes)],
          ['elements', String(before.nodes), String(after.nodes)],
          ['listeners', String(before.listeners), String(after.listeners)],
        ],
      ),
    ].join('\n'),
    goals: [
      goal('at most 5 % of a core on Positions, 8 positions', share(positions), positions <= 0.05),
      goal('at most 8 % of a core on Stress, 8 positions', share(stress), stress <= 0.08),
      goal(
        `${CHANGES} changes of the screen leave nothing behind`,
        `${grown.toFixed(2)} × the heap without code`,
        isSame,
      ),
      goal('the plan of a flatten of 1,000 positions within 1 s', `${planMs.toFixed(0)} ms`, planMs <= 1_000),
    ],
  }
}

function goal(words: string, measured: string, isMet: boolean): BenchResult['goals'][number] {
  return { id: 'Window', goal: words, measured, verdict: isMet ? 'met' : 'missed' }
}
