import type { Dialog } from 'electron'
import { expect, it } from 'vitest'
import { isAtFeed, keepLooking, onlyOne } from '#electron/main/desktop/update.ts'
import { sayIn } from '#shared/words/say.ts'
import { ManualClock } from '#test/support/clock.ts'

const DAY_MS = 86_400_000

it('the updater reaches the origin of its feed and nothing else, whatever a list or a redirect names', () => {
  const isReached = (url: string): boolean => isAtFeed(url, 'https://feed.example/plimsoll/')
  expect(isReached('https://feed.example/plimsoll/latest.yml')).toBe(true)
  expect(isReached('https://feed.example:443/other')).toBe(true)
  const others = [
    'http://feed.example/',
    'https://feed.example:8443/',
    'https://a.feed.example/',
    'ftp://feed.example/',
  ]
  const lookAlikes = [
    'https://feed.example.evil/',
    'https://feed.example@evil/',
    'wss://feed.example/',
    'file:///x',
    '',
  ]
  expect([...others, ...lookAlikes].filter(isReached)).toEqual([])
})

it('a failing search for updates does no harm, is logged, and is repeated a day later', async () => {
  const clock = new ManualClock()
  const logged: unknown[] = []
  let times = 0
  const needs = {
    clock,
    app: { isPackaged: true, getVersion: () => '1.0.0' },
    boxes: { dialog: {} as Dialog, say: sayIn('en'), window: () => null },
    log: { write: (...line: unknown[]) => void logged.push(line) },
    accounts: { isIdle: () => true },
  }
  await keepLooking({ feed: 'https://feed.example/', keys: ['', ''] }, needs, async () => {
    times += 1
    throw new Error('no installer')
  })
  expect(logged).toEqual([['updateFailed', { fault: expect.any(Error) }]])
  await clock.advance(DAY_MS)
  expect([times, logged.length]).toEqual([2, 2])
})

it('an update is fetched as one file, so that everything that is installed was verified', () => {
  expect(onlyOne(['/tmp/a'])).toBe('/tmp/a')
  expect(() => onlyOne([])).toThrow('expected one file')
  expect(() => onlyOne(['/tmp/a', '/tmp/b'])).toThrow('expected one file')
})
