/** Text of a venue, a file or a preset reaches the screen as text: every string field of a snapshot and of the answers at once. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { SCREENS } from '#shared/ipc/place.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { fixtureSnapshot, troubledSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import { openWindow, painted, type Bench, type BenchOptions } from '../support/window.ts'

const MARKUP = '<img src=x onerror="window.hacked=1">'

/** Each takes a string's place; most keep it, so that what was one name still is one. */
const HOSTILE: readonly ((text: string) => string)[] = [
  (text) => MARKUP + text,
  (text) => `"><script>window.hacked=1</script><svg onload='window.hacked=1'>${text}`,
  (text) => `\u202e\u2066${text}`,
  (text) => `\u200b\u200d\ufeff${text}`,
  (text) => text.padEnd(10_000, 'W'),
  (text) => `{name} | {0} %s $& ${text}`,
  (text) => `\ud800\u0000\n\r\t${text}`,
]
const NAMES = ['__proto__', 'constructor', 'toString']

const OUR_WORDS = new Set('BUY SELL OPEN CLOSE LIMIT MARKET GTC IOC FOK POST_ONLY'.split(' '))

/** Words of our own and numbers, which no venue gives: anything else may be text of a venue. */
const isOurs = (text: string): boolean =>
  text === '' || OUR_WORDS.has(text) || /^(?:[a-z][\w.-]*|-?[\d.]+(?:e[+-]?\d+)?)$/.test(text)

/** The same text is the same hostile text wherever it stands, in a key of several parts and as the name of a field too. */
function hostileIn() {
  const known = new Map<string, string>()
  function ofName(text: string): string {
    if (isOurs(text)) return text
    const before = known.get(text)
    if (before !== undefined) return before
    const nth = known.size
    const made =
      nth < HOSTILE.length ? HOSTILE[nth]!(text) : (NAMES[nth - HOSTILE.length] ?? HOSTILE[nth % HOSTILE.length]!(text))
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
  it.each(SCREENS)('is text on the screen %s, in every field of a snapshot', async (screen) => {
    for (const snapshot of [fixtureSnapshot(), troubledSnapshot()]) {
      const { of, count } = hostileIn()
      const bench = await opened(of(snapshot))
      expect(count()).toBeGreaterThan(30)
      await bench.askPlace({ kind: 'screen', screen })
      await expect
        .poll(() => bench.find('a.router-link-exact-active').getAttribute('href'))
        .toBe(screen === 'overview' ? '/' : `/${screen}`)
      await painted()
      expectText(bench)
    }
  })

  it.each(NAMES)('is text where a coin is called %s: a chart writes to no other object', async (name) => {
    const snapshot = JSON.parse(JSON.stringify(fixtureSnapshot()).replaceAll('BTC', name)) as Snapshot
    const bench = await opened(snapshot)
    await expect.poll(() => bench.root.querySelector('canvas')).not.toBeNull()
    await painted()
    expectText(bench)
  })
})
