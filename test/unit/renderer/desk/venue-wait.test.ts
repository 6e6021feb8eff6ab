import { expect, it } from 'vitest'
import type { Area } from '#shared/domain/instrument.ts'
import type { HostBudget } from '#shared/domain/budget.ts'
import { venueWait } from '../../../../renderer/src/desk/venue-wait.ts'

const host = (area: Area, change: Partial<HostBudget>): HostBudget => ({
  ...{ area, state: 'backingOff', resumesInMs: 60_000, exitsInMs: 2_000, isAsked: true, weight: null },
  ...change,
})
const both = new Set<Area>(['spot', 'contract'])

it('says when the next exit is sent during a pause, and counts down', () => {
  const hosts = [host('contract', {})]
  expect(venueWait(hosts, 400, both)).toMatchObject({ tone: 'amber' })
  expect(venueWait(hosts, 400, both)?.text).toContain('the next cancel or close goes out in 1.6 s')
  expect(venueWait(hosts, 5_000, both)?.text).toContain('goes out at once')
  expect(venueWait(hosts, 5_000, both)?.text).toContain('resume in 55 s')
  expect(venueWait(hosts, 60_000, both)).toBeNull()
})

const BANNED = host('contract', { state: 'banned', resumesInMs: 90_000, exitsInMs: 90_000 })

it('says that an exit is tried in a ban known only from a file', () => {
  expect(venueWait([{ ...BANNED, exitsInMs: 0 }], 0, both)?.text).toMatch(
    /^When Plimsoll was last open.*is tried anyway/,
  )
})

it('says that nothing is sent during a ban, before any pause', () => {
  const hosts = [host('spot', { resumesInMs: 300_000 }), BANNED]
  expect(venueWait(hosts, 0, both)).toMatchObject({ tone: 'red' })
  expect(venueWait(hosts, 0, both)?.text).toMatch(/nothing can be sent for 1 min 30 s\..* own site or app/)
})

it('says nothing of an area where the plan does not act, nor of one that is open', () => {
  expect(venueWait([host('spot', {})], 0, new Set(['contract']))).toBeNull()
  expect(venueWait([host('spot', { state: 'open', resumesInMs: 0 })], 0, both)).toBeNull()
})
