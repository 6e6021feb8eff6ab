/**
 * A venue that leaves a position out although its account is unchanged. What our own close took is believed at once;
 * what vanished without us is not taken for closed.
 */
import { expect, it } from 'vitest'
import type { VenueClient } from '#electron/venue/port.ts'
import { decimal, toText } from '#shared/domain/decimal.ts'
import { ok } from '#shared/domain/result.ts'
import { FLATTEN, deskBench } from '#test/support/desk-bench.ts'
import { ModelVenue, OTHER_CONTRACT } from '#test/support/model-venue.ts'
import { marginAccount } from '#test/support/portfolio-fixtures.ts'

const bench = deskBench()
/** The venue books nothing for a close while these tests last. */
const marginAccounts = [marginAccount('USDT', { walletBalance: 100 })]

/** An account whose amounts never change, and whose list leaves out a contract from its second reply on. */
function unchanged(hidden: string | null) {
  let replies = 0
  return (wire: VenueClient): VenueClient => ({
    ...wire,
    async call(...[endpoint, params, options]: Parameters<VenueClient['call']>) {
      const answer = await wire.call(endpoint, params, options)
      if (endpoint !== 'contract.account' || !answer.ok) return answer
      const isHidden = ++replies > 1
      const { positions } = answer.value.value as { positions: ReturnType<ModelVenue['positions']> }
      const listed = positions.filter(({ contract }) => !isHidden || contract !== hidden)
      return ok({ ...answer.value, value: { marginAccounts, positions: listed } })
    },
  })
}

it('a flatten is done as soon as the positions that it closed are gone', async () => {
  const venue = bench.small()
  const life = await bench.open(venue, { client: unchanged(null) })
  await bench.submit(life, 'a', FLATTEN)
  await bench.clock.advance(3_000)
  expect([life.desk.report().intents[0]?.state, toText(venue.volume)]).toEqual(['done', '0'])
})

it('a flatten is not called done because a position is missing that nobody closed', async () => {
  const venue = new ModelVenue(bench.clock, decimal(7), decimal(15))
  const life = await bench.open(venue, { client: unchanged(OTHER_CONTRACT.name) })
  await bench.submit(life, 'a', FLATTEN)
  await bench.clock.advance(12_000)
  expect([toText(venue.volume), toText(venue.volumeOf(OTHER_CONTRACT.name))]).toEqual(['0', '15'])
  expect(life.reports.flatMap(({ intents }) => intents).some(({ state }) => state === 'done')).toBe(false)
})
