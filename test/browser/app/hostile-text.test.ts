/**
 * Text from a venue, a file or a preset reaches the screen only as text. Every string field of a snapshot and of the
 * answers is replaced at once.
 */
import { describe, expect, it, onTestFinished } from 'vitest'
import { SCREENS } from '#shared/ipc/place.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { fixtureSnapshot, troubledSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import { openWindow, painted, type Bench, type BenchOptions } from '../support/window.ts'

const MARKUP = '<img src=x onerror="window.hacked=1">'

const LONG = (text: string): string => text.padEnd(10_000, 'W')

/** Each one replaces a string. Most keep the string, so that equal names stay equal. */
const HOSTILE: readonly ((text: string) => string)[] = [
  (text) => MARKUP + text,
  (text) => `"><script>window.hacked=1</script><svg onload='window.hacked=1'>${text}`,
  (text) => `\u202e\u2066${text}`,
  (text) => `\u200b\u200d\ufeff${text}`,
  LONG,
  (text) => `{name} | {0} %s $& ${text}`,
  (text) => `\ud800\u0000\n\r\t${text}`,
]
const NAMES = ['__proto__', 'constructor', 'toString']

const OUR_WORDS = new Set('BUY SELL OPEN CLOSE LIMIT MARKET GTC IOC FOK POST_ONLY'.split(' '))

/** Our own words and numbers, which no venue sends. Anything else may be text of a venue. */
const isOurs = (text: string): boolean =>
  text === '' || OUR_WORDS.has(text) || /^(?:[a-z][\w.-]*|-?[\d.]+(?:e[+-]?\d+)?)$/.test(text)

/** Replaces the same text in the same way everywhere, including in keys of several parts and in names of fields. */
function hostileIn(kinds: readonly ((text: string) => string)[]) {
  const known = new Map<string, string>()
  function ofName(text: string): string {
    if (isOurs(text)) return text
    const before = known.get(text)
    if (before !== undefined) return before
    const nth = known.size
    const made =
      nth < kinds.length ? kinds[nth]!(text) : (NAMES[nth - kinds.length] ?? kinds[nth % kinds.length]!(text))
    known.set(text, made)
    return made
  }
  const ofText = (text: string): string => (text.includes(' ') ? ofName(text) : text.split(':').map(ofName).join(':'))
  function of<T>(value: T): T
  function of(value: unknown): unknown {
    if (typeof value === 'string') return ofText(value)
    if (Array.isArray(value)) return value.map(of)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [ofText(name), of(field)]))
  }
  return { of, count: () => known.size }
}

/** Expects that the screen made nothing but text of the text. */
function expectText({ root }: Bench): void {
  expect('hacked' in window).toBe(false)
  const made = 'script, iframe, object, embed, base, meta, img[src="x"], [onerror], [onload], a[href^="javascript"]'
  expect(root.querySelectorAll(made)).toHaveLength(0)
  for (const { name } of [...root.querySelectorAll('*')].flatMap((each) => [...each.attributes]))
    expect(name).not.toMatch(/^on|[<"']/)
  const added = Object.keys(Object.prototype)
  for (const name of added) Reflect.deleteProperty(Object.prototype, name)
  expect(added).toEqual([])
}

/** Expects that no text, however long, widens the page or is painted over its neighbors. */
function expectBounded({ root }: Bench): void {
  const { left, right } = root.getBoundingClientRect()
  const isCut = (each: Element | null): boolean =>
    each !== null && each !== root && (getComputedStyle(each).overflowX !== 'visible' || isCut(each.parentElement))
  const wide = [...root.querySelectorAll('*')].filter((each) => {
    const box = each.getBoundingClientRect()
    return (box.left < left - 1 || box.right > right + 1) && !isCut(each.parentElement)
  })
  expect(wide.map((each) => `${each.tagName}.${String(each.getAttribute('class'))}`)).toEqual([])
  const [main] = root.getElementsByTagName('main')
  expect(main!.scrollWidth).toBeLessThanOrEqual(main!.clientWidth)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(Math.ceil(right))
}

async function opened(snapshot: Snapshot, options: BenchOptions = {}): Promise<Bench> {
  const messages: unknown[] = []
  for (const name of ['warn', 'error'] as const) {
    const usual = console[name]
    console[name] = (...words) => void messages.push(words)
    onTestFinished(() => {
      console[name] = usual
    })
  }
  onTestFinished(() => expect(messages).toEqual([]))
  return openWindow(App, snapshot, options)
}

describe('hostile text', () => {
  it.each([
    ['of every kind in the usual account', fixtureSnapshot, HOSTILE],
    ['of every kind in an account in trouble', troubledSnapshot, HOSTILE],
    ['of 10,000 letters in the usual account', fixtureSnapshot, [LONG]],
    ['of 10,000 letters in an account in trouble', troubledSnapshot, [LONG]],
  ])('is bounded text on every screen, in every field: %s', async (_, snapshot, kinds) => {
    const { of, count } = hostileIn(kinds)
    const bench = await opened(of(snapshot()))
    expect(count()).toBeGreaterThan(30)
    for (const screen of SCREENS) {
      await bench.askPlace({ kind: 'screen', screen })
      await expect
        .poll(() => bench.find('a.router-link-exact-active').getAttribute('href'))
        .toBe(screen === 'overview' ? '/' : `/${screen}`)
      await painted()
      expectText(bench)
      expectBounded(bench)
    }
  })

  it('stays text when coins have the names of object properties: a chart writes to no other object', async () => {
    const coins = ['BTC', 'ETH', 'SOL']
    const text = coins.reduce(
      (text, coin, nth) => text.replaceAll(coin, NAMES[nth]!),
      JSON.stringify(fixtureSnapshot()),
    )
    const bench = await opened(JSON.parse(text) as Snapshot)
    await expect.poll(() => bench.root.querySelector('canvas')).not.toBeNull()
    await painted()
    expectText(bench)
  })
})
