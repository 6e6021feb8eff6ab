import { expect, it } from 'vitest'
import { verbatim } from '#shared/words/message.ts'
import type { Item } from '../../../../renderer/src/overview/attention-item.ts'
import { say } from '../../../../renderer/src/kit/say.ts'
import { gathered } from '../../../../renderer/src/overview/gather.ts'

const event = (index: number): Item => ({
  ...{ id: `event ${index}`, urgency: 'act', title: verbatim(String(index)), detail: null, screen: 'journal' },
  offers: [{ kind: 'eventSeen', ids: [`id ${index}`] }],
})

it('the row for the others marks all of their events as seen', () => {
  expect(gathered(Array.from({ length: 7 }, (_, index) => event(index))).at(-1)?.offers).toEqual([
    { kind: 'eventSeen', ids: ['id 4', 'id 5', 'id 6'] },
  ])
})

it('makes only the items that are shown or named, and counts all', () => {
  let made = 0
  const found = Array.from({ length: 300 }, (_, index) => () => {
    made += 1
    return { ...event(index), offers: [] }
  })
  const rows = gathered(found)
  expect(rows.map(({ id }) => id)).toEqual(['event 0', 'event 1', 'event 2', 'event 3', 'others event 4'])
  expect(rows.at(-1)?.title.facts).toEqual({ count: 296 })
  expect(rows.at(-1)?.detail && say(rows.at(-1)!.detail!)).toBe('4, 5, 6, 7, 8 and 291 more')
  expect(made).toBeLessThanOrEqual(10)
})
