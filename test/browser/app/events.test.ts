/** Events at the venue appear wherever a trader looks: in the work list, the journal, a notice, and as a sound. */
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { encode } from '#shared/domain/decimal.ts'
import type { AccountEvent } from '#shared/events/event.ts'
import { ok } from '#shared/domain/result.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { inEnglish } from '#shared/words/say.ts'
import { accountEvents } from '#test/support/fixture/events.ts'
import { fixtureSnapshot, push, WALL, withPart } from '#test/support/snapshot.ts'
import NavBar from '../../../renderer/src/app/NavBar.vue'
import AttentionPanel from '../../../renderer/src/overview/AttentionPanel.vue'
import { newEvents } from '../../../renderer/src/overview/new-events.ts'
import JournalView from '../../../renderer/src/journal/JournalView.vue'
import StatusLine from '../../../renderer/src/journal/StatusLine.vue'
import { openWindow, painted } from '../support/window.ts'

const happened = (events = accountEvents()): Snapshot => withPart(fixtureSnapshot(), 'events', { data: encode(events) })
const ids = accountEvents().map(({ id }) => id)
const text = (element: Element | null | undefined): string => element?.textContent.replace(/\s+/g, ' ').trim() ?? ''

function marking() {
  const marked: (readonly string[])[] = []
  const markEventSeen = (asked: { readonly ids: readonly string[] }) => {
    marked.push(asked.ids)
    return Promise.resolve(ok(null))
  }
  return { marked, desk: { markEventSeen } }
}

it('stays in the work list until it is seen: losses of control first, similar events together', async () => {
  const snapshot = happened()
  const items = newEvents({ parts: snapshot.parts, ages: {} })
  expect(items.map(({ urgency, title }) => `${urgency} ${inEnglish(title)}`)).toEqual([
    'act Liquidated: long E-SOL-USDT isolated, 1,150 ct',
    'note 2 × order filled',
    'note Transfer of 1,000 USDT from Spot to Contract',
  ])
  const { marked, desk } = marking()
  const bench = await openWindow(AttentionPanel, snapshot, { desk })
  const shown = [...bench.root.querySelectorAll('li')]
  const [first, orders] = items.map(({ title }) => shown.find((each) => text(each).includes(inEnglish(title))))
  expect(text(first)).toContain('The venue had frozen it for liquidation.')
  expect(text(first)).toContain('1,150 at')
  await userEvent.click(orders!.querySelector('[data-action="eventSeen"]')!)
  expect(marked).toEqual([[ids[1], ids[2]]])
})

it('stays in the journal under its own tab, with both readings, seen or not', async () => {
  const { marked, desk } = marking()
  const bench = await openWindow(JournalView, happened(), { desk })
  await userEvent.click(bench.find('label:has(input[value="happened"])'))
  await painted()
  const rows = [...bench.root.querySelectorAll('tr.row')].map(text)
  expect(rows).toHaveLength(5)
  expect(rows[0]).toContain('Liquidated: long E-SOL-USDT isolated')
  expect(rows[0]).toMatch(/1,150 at \d\d:\d\d:\d\d → 0 at .* order 77/)
  expect(rows[2]).toContain('Plimsoll was closed when it happened.')
  expect(rows[4]).not.toContain('Seen')
  await userEvent.click(bench.find('.bar [data-action="eventSeen"]'))
  expect(marked).toEqual([ids.slice(0, 4)])
})

/** Counts the sounds from now on. */
function listening(): { sounds: number } {
  const heard = { sounds: 0 }
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0
      destination = {}
      close = () => Promise.resolve()
      createGain = () => ({ gain: { value: 0 }, connect: () => undefined })
      createOscillator = () => ({
        ...{ type: '', frequency: { setValueAtTime: () => undefined }, connect: () => undefined },
        ...{ addEventListener: () => undefined, start: () => (heard.sounds += 1), stop: () => undefined },
      })
    },
  )
  return heard
}

it('makes no sound if the sound was switched off, which is stored; the notice stays', async () => {
  const heard = listening()
  const nav = await openWindow(NavBar, happened())
  const mute = nav.find('button[aria-label="Alarm sound"]')
  expect(mute.getAttribute('aria-pressed')).toBe('true')
  mute.focus()
  await userEvent.keyboard(' ')
  expect(mute.getAttribute('aria-pressed')).toBe('false')
  expect(mute.title).toMatch(/: off$/)
  const later = await openWindow(StatusLine, happened())
  expect(later.root.querySelectorAll('.notice-line')).toHaveLength(1)
  expect(heard.sounds).toBe(0)
})

it('shows no notice while control is kept: orders, transfers, settings changed elsewhere', async () => {
  const heard = listening()
  const kept = accountEvents().flatMap((each) => (each.facts.code === 'liquidated' ? [] : [{ ...each, seenAt: null }]))
  const bench = await openWindow(StatusLine, happened(kept))
  expect(kept).toHaveLength(4)
  expect(bench.root.querySelectorAll('.notice-line')).toHaveLength(0)
  expect(heard.sounds).toBe(0)
})

it('shows a notice with one sound when control was lost; good news has none', async () => {
  const heard = listening()
  const { marked, desk } = marking()
  const bench = await openWindow(StatusLine, happened(), { desk })
  expect(bench.root.querySelectorAll('.notice-line')).toHaveLength(1)
  expect(text(bench.root.querySelector('.notice-line'))).toContain('Liquidated: long E-SOL-USDT isolated, 1,150 ct')
  expect(text(bench.root.querySelector('[role=alert]'))).toContain('Act: Liquidated: long E-SOL-USDT isolated')
  expect(heard.sounds).toBe(1)
  await userEvent.click(bench.find('[data-action="eventSeen"]'))
  expect(marked).toEqual([[ids[0]]])
  const seen = accountEvents().map((each) => ({ ...each, seenAt: WALL }))
  await bench.send({ ...happened(seen), seq: 2, parts: { events: { ...happened(seen).parts.events, version: 99 } } })
  expect(bench.root.querySelectorAll('.notice-line')).toHaveLength(0)
  expect(heard.sounds).toBe(1)
})

it('says each loss of control aloud once, whatever else comes, and in a line that others only add to', async () => {
  const heard = listening()
  const [first, ...rest] = accountEvents()
  const { marked, desk } = marking()
  const bench = await openWindow(StatusLine, happened([first!]), { desk })
  const said: string[] = []
  const alert = bench.find('[role=alert]')
  new MutationObserver(() => said.push(text(alert))).observe(alert, {
    subtree: true,
    childList: true,
    characterData: true,
  })
  await userEvent.hover(bench.find('.notice-line'))
  const facts = { ...first!.facts, contract: 'E-BTC-USDT' } as AccountEvent['facts']
  const second = { ...first!, id: 'second', at: first!.at + 1_000, facts }
  await bench.send(push(happened([second, first!, ...rest]), ['events']))
  expect(said).toEqual([expect.stringMatching(/^Act: Liquidated: long E-BTC-USDT/)])
  expect(heard.sounds).toBe(2)
  // Under the pointer no button becomes another one.
  expect(text(bench.root.querySelector('.notice-line'))).toContain('E-SOL-USDT')
  expect(text(bench.root.querySelector('.more'))).toBe('1 more')
  await userEvent.unhover(bench.find('.notice-line'))
  await painted()
  expect(text(bench.root.querySelector('.notice-line'))).toContain('E-BTC-USDT')

  await userEvent.click(bench.find('.more'))
  expect(bench.root.querySelectorAll('.notice-line')).toHaveLength(2)
  const all = [...bench.root.querySelectorAll('button')].find((each) => text(each) === 'All seen')
  await userEvent.click(all!)
  expect(marked).toEqual([['second', first!.id]])
})
