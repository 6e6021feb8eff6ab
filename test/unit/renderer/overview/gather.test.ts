import { expect, it } from 'vitest'
import { verbatim } from '#shared/words/message.ts'
import type { Item } from '../../../../renderer/src/overview/attention-item.ts'
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
