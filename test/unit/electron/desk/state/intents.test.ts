import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { intentState } from '#electron/desk/state/intent.ts'
import { createIntentBook } from '#electron/desk/state/intents.ts'
import { openJournal } from '#electron/desk/log/journal.ts'
import type { LegState } from '#shared/desk/plan.ts'
import type { IntentReport } from '#shared/desk/report.ts'
import { ManualClock } from '#test/support/clock.ts'
import { journalFolder, type Folder } from '#test/support/desk-run.ts'

describe('intentState', () => {
  it.each<[readonly LegState[], IntentReport['state']]>([
    [['verified', 'alreadyGone'], 'done'],
    [['verified', 'planned'], 'running'],
    [['journalled'], 'running'],
    [['acknowledged', 'needsHuman'], 'running'],
    [['unknown', 'planned', 'needsHuman'], 'unknown'],
    [['needsHuman', 'verified'], 'needsHuman'],
    [['verified', 'rejected'], 'partial'],
    [['partial', 'skipped'], 'partial'],
    [['rejected', 'skipped'], 'failed'],
    [['notSent'], 'failed'],
    [['absent'], 'failed'],
    [['working', 'accepted'], 'done'],
  ])('of legs %j is %s', (states, expected) => {
    expect(intentState(states)).toBe(expected)
  })

  it.each<[readonly LegState[], Parameters<typeof intentState>[1], IntentReport['state']]>([
    [['verified'], 'pending', 'running'],
    [['skipped', 'partial', 'verified'], 'clear', 'done'],
    [['verified'], 'unseen', 'partial'],
    [['rejected'], 'unseen', 'failed'],
    [['needsHuman', 'verified'], 'clear', 'needsHuman'],
    [['unknown'], 'pending', 'unknown'],
    [[], 'clear', 'done'],
  ])('of legs %j where the look at the end is %s is %s', (states, look, expected) => {
    expect(intentState(states, look)).toBe(expected)
  })
})

describe('what a person has looked at', () => {
  const action = { kind: 'cancelOrder', area: 'spot', instrument: 'BTCUSDT', orderId: '7' } as const
  const plan = { action, legs: [{ ...action, kind: 'cancel' }], estimate: null } as const
  let folder: Folder
  const clock = new ManualClock()

  beforeEach(() => (folder = journalFolder()))
  afterEach(() => folder.remove())

  function bookOf(path: string) {
    const journal = openJournal(path, clock)
    if (!journal.ok) throw new Error(journal.error.message)
    const book = createIntentBook({ journal: journal.value, accountId: 'one', clock, onChange: () => undefined })
    return { journal: journal.value, book }
  }

  it('stays marked in later runs, once, and only where nothing goes on any more', async () => {
    const { journal, book } = bookOf(folder.path)
    const intent = book.accept('intent', plan, [])
    if (!intent.ok) throw new Error(intent.error)
    book.markSeen('intent')
    expect(intent.value.seenAt).toBeNull()
    intent.value.legs[0]?.note({ state: 'needsHuman' })
    book.markSeen('another')
    book.markSeen('intent')
    const seenAt = clock.wall()
    await clock.advance(5_000)
    book.markSeen('intent')
    expect(intent.value.seenAt).toBe(seenAt)
    journal.close()

    const later = bookOf(folder.path)
    later.book.restore()
    expect(later.book.all()[0]?.seenAt).toBe(seenAt)
    later.journal.close()
  })

  it('and what was told before Plimsoll was left is on disk', () => {
    const { journal, book } = bookOf(folder.path)
    book.noteLeft('leaving', ['Held: 1 position.'])
    journal.close()
    const db = new DatabaseSync(folder.path)
    const bodies = db.prepare('SELECT body FROM event').all()
    db.close()
    expect(bodies).toEqual([{ body: '{"kind":"left","lines":["Held: 1 position."]}' }])
  })
})
