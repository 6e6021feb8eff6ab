import { randomUUID } from 'node:crypto'
import type { Clock } from '#shared/domain/clock.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { ok } from '#shared/domain/result.ts'
import type { Result } from '#shared/domain/result.ts'
import type { AccountView } from '#shared/domain/snapshot.ts'
import { createDesk } from '../desk/desk.ts'
import type { Desk } from '../desk/desk.ts'
import type { Journal } from '../desk/journal.ts'
import { createPortfolio } from '../portfolio/portfolio.ts'
import type { Portfolio } from '../portfolio/portfolio.ts'
import { checkBaseUrl, createVenueClient } from '../venue/client.ts'
import type { Credentials, VenueClient } from '../venue/client.ts'

/** One open account: its client, what is read through it and what is done through it. */
export interface Session {
  readonly account: AccountView
  readonly portfolio: Portfolio
  readonly desk: Desk
  start(): void
  wake(): void
  close(): Promise<void>
}

export interface SessionOptions {
  readonly account: AccountView
  readonly credentials: Credentials
  readonly journal: Journal
  readonly clock: Clock
  readonly onChange: () => void
}

/**
 * Connects an account: measures the venue's clock and reads both areas once, so that a wrong address or key is a clear
 * failure now. Nothing is left running when it fails.
 */
export async function openSession(options: SessionOptions): Promise<Result<Session, Failure>> {
  const { account, credentials, clock } = options
  for (const [field, address] of Object.entries({
    'account.spotBaseUrl': account.spotBaseUrl,
    'account.contractBaseUrl': account.contractBaseUrl,
  })) {
    const checked = checkBaseUrl(address, field)
    if (!checked.ok) return checked
  }
  const client = createVenueClient({
    spotBaseUrl: account.spotBaseUrl,
    contractBaseUrl: account.contractBaseUrl,
    credentials,
    clock,
  })
  const proved = await prove(client)
  if (!proved.ok) {
    await client.close()
    return proved
  }
  return ok(connect(client, options))
}

async function prove(client: VenueClient): Promise<Result<null, Failure>> {
  const synced = await client.syncClock()
  if (!synced.ok) return synced
  const reads = await Promise.all([client.call('spot.account', {}), client.call('contract.account', {})])
  return reads.find((read) => !read.ok) ?? ok(null)
}

function connect(client: VenueClient, { account, journal, clock, onChange }: SessionOptions): Session {
  const portfolio = createPortfolio({ client, clock, onChange })
  const desk = createDesk({
    client,
    journal,
    accountId: account.id,
    clock,
    newId: randomUUID,
    view: () => portfolio.known(),
    onReport: (report) => portfolio.setDesk(report),
    onTouched: ({ area, instrument }) => portfolio.touch(area, instrument),
  })
  return {
    account,
    portfolio,
    desk,
    start() {
      portfolio.start()
      void desk.recover()
    },
    wake() {
      void client.syncClock()
      portfolio.wake()
    },
    async close() {
      portfolio.stop()
      await desk.close()
      await client.close()
    },
  }
}
