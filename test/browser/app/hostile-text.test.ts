/** Text of a venue, a file or a preset reaches the screen as text: every string field of a snapshot and of the answers at once. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { SCREENS } from '#shared/ipc/place.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { fixtureSnapshot, troubledSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import { openWindow, painted, type Bench, type BenchOptions } from '../support/window.ts'

const MARKUP = '<img src=x onerror="window.hacked=1">'

const LONG = (text: string): string => text.padEnd(10_000, 'W')

/** Each takes a string's place; most keep it, so that what was one name still is one. */
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

/** Words of our own and numbers, which no venue gives: anything else may be text of a venue. */
const isOurs = (text: string): boolean =>
  text === '' || OUR_WORDS.has(text) || /^(?:[a-z][\w.-]*|-?[\d.]+(?:e[+-]?\d+)?)$/.test(text)

/** The same text is the same hostile text wherever it stands, in a key of several parts and as the name of a field too. */
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

/** What is on screen has made nothing of the text but text. */
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

/** No text, however long, makes the page wider or is painted over what is beside it. */
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
  const told: unknown[] = []
  for (const name of ['warn', 'error'] as const) {
    const usual = console[name]
    console[name] = (...words) => void told.push(words)
    onTestFinished(() => {
      console[name] = usual
    })
  }
  onTestFinished(() => expect(told).toEqual([]))
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

  it('is text where coins are called like parts of an object: a chart writes to no other object', async () => {
    const coins = ['BTC', 'ETH', 'SOL']
    const text = coins.reduce(
      (told, coin, nth) => told.replaceAll(coin, NAMES[nth]!),
      JSON.stringify(fixtureSnapshot()),
    )
    const bench = await opened(JSON.parse(text) as Snapshot)
    await expect.poll(() => bench.root.querySelector('canvas')).not.toBeNull()
    await painted()
    expectText(bench)
  })
})
