// Files that the window saves: main asks for the path and writes the file, and the page never names one.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { launchApp } from './launch.ts'
import { live } from './venue.ts'

it('a saved file goes where the trader says, readable by its owner only; the page can name no path', async () => {
  const { app, page, userData, close } = await launchApp({ args: ['--demo'] })
  try {
    await live(page)
    const file = join(userData, 'picked.txt')
    await app.evaluate(({ dialog }, filePath) => {
      Object.assign(globalThis, { suggested: [] })
      dialog.showSaveDialog = async (...asked: unknown[]) => {
        const { defaultPath } = asked.at(-1) as Electron.SaveDialogOptions
        ;(globalThis as unknown as { suggested: unknown[] }).suggested.push(defaultPath)
        return { canceled: false, filePath }
      }
    }, file)
    const save = (asked: object) => page.evaluate((given) => window.plimsoll!.saveText(given as never), asked)
    const text = 'W'.repeat(1_000_000)
    expect(await save({ what: 'journal', text, file: '/etc/passwd' })).toMatchObject({ ok: false })
    expect(await save({ what: '../journal', text })).toMatchObject({ ok: false })
    const saved = await page.evaluate(async (given) => {
      for (;;) {
        const answer = await window.plimsoll!.saveText({ what: 'journal', text: given })
        if (answer.ok || answer.error.message.code !== 'main.tooOften') return answer
      }
    }, text)
    expect(saved).toEqual({ ok: true, value: file })
    expect([readFileSync(file, 'utf8').length, statSync(file).mode & 0o777]).toEqual([1_000_000, 0o600])
    const suggested = await app.evaluate(() => (globalThis as unknown as { suggested: string[] }).suggested)
    expect(suggested).toEqual([expect.stringMatching(/^plimsoll-\d{4}-\d\d-\d\d-journal\.txt$/)])
  } finally {
    await close()
  }
})
