/** An account whose key can only read. No order is sent for it, not even a test order. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { askedAccounts } from '#electron/main/authority/ask-account.ts'
import { message } from '#shared/words/message.ts'
import { writesOf } from '#test/support/ledger.ts'
import { accountsBench } from '#test/support/accounts-bench.ts'

const bench = accountsBench()
const stored = () => readFileSync(join(bench.folder, 'accounts.json'), 'utf8')

async function watched() {
  const added = await bench.accounts.add(bench.account({ isWatchOnly: true }))
  if (!added.ok || added.value.account === null) throw new Error(JSON.stringify(added))
  const outcome = (id: string) => added.value.report.steps.find((step) => step.id === id)
  return { ...added.value, account: added.value.account, outcome }
}

describe('a key that can only read', () => {
  it.each([
    ['noTrading', 'passed', 'probe.watchMayNotTrade'],
    ['all', 'warned', 'probe.watchMayTrade'],
  ] as const)('with the rights %s is proved without a test order: %s', async (rights, rightsOutcome, code) => {
    await bench.replaceVenue({ dialect: { rights } })
    const { account, report, outcome } = await watched()
    expect([report.verdict, account.isWatchOnly]).toEqual(['healthy', true])
    expect(outcome('rights')).toMatchObject({ outcome: rightsOutcome })
    expect(JSON.stringify(outcome('rights'))).toContain(code)
    expect(outcome('testOrder')).toMatchObject({ outcome: 'skipped' })
    expect(bench.venue.ledger.arrivals({ endpoint: 'spot.testOrder' })).toEqual([])
  })

  it('sends nothing in this run, after the next start, or after another probe', async () => {
    const { account } = await watched()
    const flatten = async (): Promise<unknown> => {
      await bench.known()
      const { runId } = bench.accounts.snapshot()
      return bench.accounts.atDesk(runId, 'desk.preview', (desk) => desk.preview({ kind: 'flatten', spot: 'sell' }))
    }
    const denied = { ok: true, value: { kind: 'denied', denial: { code: 'WATCH_ONLY' } } }
    expect(await flatten()).toMatchObject(denied)
    await bench.accounts.close()
    bench.restart()
    expect(await bench.accounts.open(account.id)).toMatchObject({ ok: true, value: { isWatchOnly: true } })
    expect(await flatten()).toMatchObject(denied)
    expect(await bench.accounts.probe(account.id, false)).toMatchObject({
      ...{ ok: true, value: { account: { isWatchOnly: true }, report: { verdict: 'healthy' } } },
    })
    expect(await flatten()).toMatchObject(denied)
    expect(writesOf(bench.venue.ledger)).toEqual([])
    expect(stored()).toContain('"isWatchOnly": true')
  })

  it('is named as read-only where its secret is asked for', async () => {
    const lines: unknown[] = []
    const { addAccount } = askedAccounts(
      bench.accounts,
      async () => 'no',
      async (question) => (lines.push(...question.lines), { answer: 'no' }),
    )
    await addAccount(bench.account({ isWatchOnly: true }), 1)
    expect(lines).toContainEqual(message('plan.watching'))
  })
})
