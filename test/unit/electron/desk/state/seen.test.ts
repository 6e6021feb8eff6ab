import { message } from '#shared/words/message.ts'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { CLOSE, deskBench, LOST_UNDONE } from '#test/support/desk-bench.ts'

const bench = deskBench()

it('an intent that a person has seen stays marked in later runs, once, and only if nothing is in progress', async () => {
  const venue = bench.small()
  venue.fates = [LOST_UNDONE]
  const life = await bench.open(venue)
  const seenAt = () => life.desk.report().intents[0]?.seenAt
  await bench.submit(life, 'intent', CLOSE)
  await life.desk.markSeen('intent')
  expect(seenAt()).toBeNull()
  await bench.clock.advance(60_000)
  await life.desk.markSeen('another')
  await life.desk.markSeen('intent')
  const at = bench.clock.wall()
  expect(seenAt()).toBe(at)
  await bench.clock.advance(5_000)
  await life.desk.markSeen('intent')
  expect(seenAt()).toBe(at)
  life.kill()
  expect((await bench.open(venue)).desk.report().intents[0]?.seenAt).toBe(at)
})

it('what the trader was told before quitting is on disk', async () => {
  const life = await bench.open(bench.small())
  life.desk.noteLeft([message('positions', { count: 1 })])
  life.kill()
  const db = new DatabaseSync(bench.path)
  const bodies = db.prepare('SELECT body FROM event').all()
  db.close()
  expect(bodies).toEqual([{ body: '{"kind":"left","lines":[{"code":"positions","facts":{"count":1}}]}' }])
})
