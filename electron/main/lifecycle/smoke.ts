import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserWindow } from 'electron'
import { wait } from '#shared/domain/clock.ts'
import type { Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { summarise } from '../check/summary.ts'

const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 250

/**
 * Waits until a complete account is on screen, prints it as tables and saves a picture of the window. @returns the exit
 * code: 0, or 1 if that did not happen within a minute.
 */
export async function runSmoke(options: {
  window: BrowserWindow
  accounts: Accounts
  folder: string
  clock: Clock
  say: (message: Message) => string
}): Promise<number> {
  const { window, accounts, folder, clock, say } = options
  const deadline = clock.mono() + PATIENCE_MS
  for (;;) {
    const snapshot = accounts.snapshot()
    if (isComplete(snapshot) && (await isShown(window, snapshot.runId))) {
      console.log(summarise(snapshot, say))
      await mkdir(folder, { recursive: true })
      const file = join(folder, 'plimsoll.png')
      await writeFile(file, (await window.webContents.capturePage()).toPNG())
      console.log(`\nscreenshot: ${file}`)
      return 0
    }
    if (clock.mono() > deadline) {
      console.error(`no complete snapshot on screen after ${PATIENCE_MS / 1_000} s`)
      return 1
    }
    await wait(clock, LOOK_EVERY_MS)
  }
}

/** Whether every part that a trader looks at was read, and every instrument was asked for orders. */
function isComplete({ parts }: Snapshot): boolean {
  const scopes = parts.orders.data?.scopes ?? []
  return (
    parts.health.data?.phase === 'live' &&
    scopes.length > 0 &&
    scopes.every((scope) => scope.readAt !== null) &&
    parts.risk.data !== null &&
    parts.risk.data.valuation.coverage !== null &&
    (parts.equityCurve.data?.length ?? 0) > 1
  )
}

/** The window shows which run it displays live: `<html data-live="runId">`. */
async function isShown(window: BrowserWindow, runId: string): Promise<boolean> {
  const live: unknown = await window.webContents.executeJavaScript('document.documentElement.dataset.live ?? null')
  return live === runId
}
