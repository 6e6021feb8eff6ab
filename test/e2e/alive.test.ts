// F50, F51, F53, F56: whatever is wrong with the files, or whichever process dies, the window opens, says so, and the
// way out works.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { NO_TINY_DISK, tinyDisk } from '#test/support/tiny-disk.ts'
import { walkChain } from '#test/support/walk-chain.ts'
import { ranAs } from './desk.ts'
import { helpersOf } from './helpers.ts'
import { confirmAll, launchApp } from './launch.ts'
import { holdToRun, live, planSheet, readyToRun } from './venue.ts'

const SECRET = 'whatever it holds, it is a newer one'

it.skipIf(NO_TINY_DISK !== null)(
  `flattens with a full disk, and writes the journal once there is room (${NO_TINY_DISK ?? 'mounted'})`,
  async () => {
    const disk = tinyDisk(160)
    const userData = join(disk.path, 'profile')
    const journal = join(userData, 'journal.sqlite')
    const launched = await launchApp({ args: ['--demo', '--size=1440x900'], userData, keep: true })
    const { page } = launched
    await live(page)
    disk.fill()
    await page.keyboard.press('Control+Shift+F')
    await planSheet(page).locator('[data-hold][aria-disabled=false]').waitFor()
    await holdToRun(page)
    await page.locator('.emergency').getByText('Only cancels, closes and flatten are sent').waitFor()
    await ranAs({ page }, 'seen flat')
    disk.free()
    // Plimsoll tries again by itself.
    await page.locator('.emergency').waitFor({ state: 'detached' })
    await launched.close()
    copyFileSync(journal, join(disk.path, 'journal.sqlite'))
    expect(walkChain(join(disk.path, 'journal.sqlite'))).toBeGreaterThan(20)
    expect(readFileSync(`${journal}-reserve`, 'latin1').slice(0, 5)).toBe('free\n')
  },
)

it('opens with files of a newer version, shows what it can read of them, and changes none', async () => {
  const first = await launchApp({ keep: true })
  const { userData } = first
  await first.close()
  const journal = join(userData, 'journal.sqlite')
  const db = new DatabaseSync(journal)
  db.exec('PRAGMA user_version = 99')
  db.close()
  const id = crypto.randomUUID()
  const addresses = { spotBaseUrl: 'https://spot.example', contractBaseUrl: 'https://futures.example' }
  const account = { id, name: 'From tomorrow', ...addresses, keyTail: 'cdef', colour: SECRET }
  const accounts = JSON.stringify({ version: 2, accounts: [account], vaults: [SECRET] })
  writeFileSync(join(userData, 'accounts.json'), accounts)
  const before = readFileSync(journal)

  // The notice is a dialog, which the test must see.
  const { page, app, close } = await launchApp({ userData, isAlone: true })
  await page.getByText('From tomorrow').first().waitFor()
  if (await app.evaluate(() => '__electronHost' in globalThis)) {
    const boxes = await app.evaluate(() =>
      JSON.stringify((globalThis as unknown as { __electronHost: { calls: unknown } }).__electronHost.calls),
    )
    expect(boxes).toContain('from a newer Plimsoll (version 99)')
  }
  await confirmAll(app)
  const forgotten = await page.evaluate((accountId) => window.plimsoll!.forgetAccount({ accountId }), id)
  expect(forgotten).toMatchObject({ ok: false, error: { message: { code: 'storage.accounts.newer' } } })
  expect(readFileSync(journal).equals(before)).toBe(true)
  expect(readFileSync(join(userData, 'accounts.json'), 'utf8')).toBe(accounts)
  await close()
  expect(existsSync(`${userData}/accounts.json.corrupt-1`)).toBe(false)
})

it('flattens although the vault is killed repeatedly', async () => {
  const launched = await launchApp({ args: ['--demo', '--size=1440x900'] })
  const { page } = launched
  await live(page)
  const vaults = (): number[] => helpersOf(launched, 'vault.js')
  const readAt = (): Promise<number> =>
    page.evaluate(async () => {
      const answer = await window.plimsoll!.getPortfolio()
      return (answer.ok ? answer.value.parts.positions.readAt : null) ?? 0
    })
  // Each vault is killed as it starts, while its first message is on its way.
  for (let crash = 0, vault = 0; crash < 6; crash += 1) {
    const last = vault
    await expect.poll(() => (vault = vaults().find((pid) => pid !== last) ?? 0), { interval: 5 }).toBeGreaterThan(0)
    process.kill(vault, 'SIGKILL')
  }
  // The new vault signs: the positions are read again.
  const before = await readAt()
  await expect.poll(readAt).toBeGreaterThan(before)
  await page.keyboard.press('Control+Shift+F')
  await readyToRun(page)
  process.kill(vaults().at(0)!, 'SIGKILL')
  await holdToRun(page)
  await ranAs({ page }, 'seen flat')
  await launched.close()
})
