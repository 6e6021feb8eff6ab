// The trader's language: chosen in the window, stored in the profile, and used by the desktop dialogs too.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { USUAL_SETTINGS } from '#shared/ipc/settings.ts'
import { openAccount } from './desk.ts'
import { launchApp, type Launched } from './launch.ts'
import { startVenue } from './venue.ts'

it('is kept for the next start, and used by the window, by main and by its dialogs', async () => {
  const venue = await startVenue()
  const userData = mkdtempSync(join(tmpdir(), 'plimsoll-profile-'))
  onTestFinished(async () => {
    await venue.stop()
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 })
  })
  const start = async (): Promise<Launched> => {
    const launched = await launchApp({ userData, keep: true, env: { LANGUAGE: 'en_US' } })
    onTestFinished(launched.close)
    return launched
  }
  const first = await start()
  await openAccount(first, venue)
  const picker = first.page.locator('[data-action=language]')
  await picker.selectOption('zh')
  await first.page.getByRole('link', { name: '总览' }).waitFor()
  expect(await first.page.locator('html').getAttribute('lang')).toBe('zh')
  /** What the desktop dialog asked. */
  const asked = () => first.app.evaluate(() => (globalThis as unknown as { asked?: object[] }).asked)
  await first.app.evaluate(({ dialog, BrowserWindow }) => {
    const seen: object[] = []
    Object.assign(globalThis, { asked: seen })
    dialog.showMessageBox = (async (_window: unknown, options: { cancelId: number }) => {
      seen.push(options)
      return { response: options.cancelId, checkboxChecked: false }
    }) as unknown as typeof dialog.showMessageBox
    for (const window of BrowserWindow.getAllWindows()) window.close()
  })
  await expect.poll(asked).toMatchObject([
    {
      title: '退出 Plimsoll？',
      buttons: ['留下', '仍要离开'],
      detail: expect.stringMatching(/^• 持有：\d+ 个持仓/m),
    },
  ])
  await first.close()

  const { page } = await start()
  await page.getByRole('link', { name: '账户' }).waitFor()
  expect(await page.evaluate(() => window.plimsoll!.getSettings())).toEqual({
    ok: true,
    value: { ...USUAL_SETTINGS, language: 'zh', system: 'en', notice: null },
  })
  await page.locator('[data-action=language]').selectOption('system')
  await page.getByRole('link', { name: 'Accounts' }).waitFor()
})

it("is the system's language until one is chosen", async () => {
  const { page, close } = await launchApp({ env: { LANGUAGE: 'zh_CN' } })
  onTestFinished(close)
  await page.getByRole('link', { name: '账户' }).waitFor()
})
