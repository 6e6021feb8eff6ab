import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { TradingMode } from '#shared/desk/guard.ts'
import { message } from '#shared/words/message.ts'
import type { Message } from '#shared/domain/message.ts'
import { accountsBench } from '#test/support/accounts-bench.ts'

const bench = accountsBench()

const mode = (): TradingMode | undefined => bench.accounts.snapshot().parts.desk.data?.mode
const note = (): Message | null | undefined => bench.accounts.snapshot().parts.desk.data?.modeNote
const fileOf = (accountId: string): string => join(bench.folder, 'notes', `${accountId}.json`)

async function setMode(next: TradingMode): Promise<void> {
  const set = await bench.accounts.atDesk(bench.accounts.snapshot().runId, 'test', (desk) => desk.setMode(next))
  expect(set.ok).toBe(true)
  expect(mode()).toBe(next)
}

describe('the trading mode of an account', () => {
  it('belongs to one account, is restored when it is opened again, and is deleted with it', async () => {
    const { id } = await bench.addedAs()
    expect(mode()).toBe('active')
    await setMode('reducing')
    await bench.accounts.disconnectAccount(id)
    await bench.accounts.startDemo()
    expect(mode()).toBe('active')
    await setMode('halted')
    await bench.accounts.open(id)
    expect([mode(), note()]).toEqual(['reducing', null])
    expect(await bench.accounts.forget(id)).toMatchObject({ ok: true })
    expect(existsSync(fileOf(id))).toBe(false)
  })

  it('is reported when it cannot be read, and a person sets it again', async () => {
    const { id } = await bench.addedAs()
    await setMode('active')
    await bench.accounts.disconnectAccount(id)
    writeFileSync(fileOf(id), '{')
    await bench.accounts.open(id)
    expect([mode(), note()]).toEqual([
      'halted',
      message('intent.modeUnread', { why: message('storage.notes.damaged', { file: fileOf(id) }) }),
    ])
    await setMode('active')
    await bench.accounts.disconnectAccount(id)
    await bench.accounts.open(id)
    expect([mode(), note()]).toEqual(['active', null])
  })

  it('of the demo lasts as long as Plimsoll runs and is never written to disk', async () => {
    await bench.accounts.startDemo()
    await setMode('halted')
    const { account } = bench.accounts.snapshot()
    await bench.accounts.startDemo()
    expect(mode()).toBe('halted')
    expect(existsSync(fileOf(account?.id ?? ''))).toBe(false)
  })
})
