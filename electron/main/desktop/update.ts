/** Updates, if a feed is set: looked for at the start and once a day, installed when the trader agrees. */
import type { App } from 'electron'
import { wait, type Clock } from '#shared/domain/clock.ts'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { createUpdates, type Installer, type UpdateOptions, type Updates } from '../../update/updates.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Log } from '../../log/log.ts'
import { showBox, type Boxes } from './boxes.ts'

/** Where updates come from; null: updates are off until a release has a feed and keys (docs/release.md). */
const UPDATES = null as Pick<UpdateOptions, 'feed' | 'keys'> | null

/** The only host that Chromium may resolve. */
export const UPDATE_HOST = UPDATES === null ? null : new URL(UPDATES.feed).hostname

const LOOK_EVERY_MS = 86_400_000
/** How long to wait before an update is offered if something is in progress, ms. */
const BUSY_MS = 60_000

interface UpdateNeeds {
  readonly app: Pick<App, 'isPackaged' | 'getVersion'>
  readonly boxes: Boxes
  readonly clock: Clock
  readonly log: Pick<Log, 'write'>
  readonly accounts: Pick<Accounts, 'isIdle'>
}

/** Starts looking for updates in a packaged app. None is offered or installed while something is in progress. */
export function startUpdates(needs: UpdateNeeds): void {
  if (needs.app.isPackaged && UPDATES !== null) void keepLooking(UPDATES, needs)
}

/**
 * Looks with `installerOf`, by default the system's. Never rejects: a failure is logged, and the next look follows a
 * day later.
 */
export async function keepLooking(
  source: Pick<UpdateOptions, 'feed' | 'keys'>,
  { app, boxes, clock, log, accounts }: UpdateNeeds,
  installerOf = systemInstaller,
): Promise<void> {
  const installed = { version: app.getVersion(), platform: process.platform, arch: process.arch }
  const { isIdle } = accounts
  let updates: Updates | null = null

  async function look(): Promise<void> {
    updates ??= createUpdates({
      ...source,
      installed,
      isIdle,
      installer: await installerOf(source.feed),
      wall: () => clock.wall(),
    })
    const found = await updates.look()
    // A box over the window is the last thing a trader needs in the middle of a flatten.
    while (!isIdle()) await wait(clock, BUSY_MS)
    await offer(found, updates, boxes)
  }

  async function lookAgain(): Promise<void> {
    await look().catch((fault: unknown) => log.write('updateFailed', { fault }))
    clock.after(LOOK_EVERY_MS, () => void lookAgain())
  }

  await lookAgain()
}

/** Offers a new version, or says why one was refused. */
async function offer(found: Awaited<ReturnType<Updates['look']>>, updates: Updates, boxes: Boxes): Promise<void> {
  const tell = (why: Message): Promise<number> =>
    showBox(boxes, { type: 'warning', message: message('main.update.refused'), detail: why })
  if (!found.ok) await tell(found.error)
  if (!found.ok || found.value === null) return
  const pressed = await showBox(boxes, {
    type: 'info',
    message: message('main.update.ready', { version: found.value }),
    detail: message('main.update.restarts'),
    buttons: [message('main.update.install'), message('main.update.later')],
    cancelId: 1,
  })
  if (pressed !== 0) return
  const installed = await updates.install()
  if (!installed.ok) await tell(installed.error)
}

/** electron-updater fetches and installs in each system's way; it decides nothing. */
async function systemInstaller(feed: string): Promise<Installer> {
  const { autoUpdater } = await import('electron-updater')
  // The updater shows no page. So its own filter may replace the one that refuses all requests of pages.
  autoUpdater.netSession.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isAtFeed(url, feed) }))
  autoUpdater.setFeedURL({ provider: 'generic', url: feed })
  Object.assign(autoUpdater, { autoDownload: false, autoInstallOnAppQuit: false, allowDowngrade: false, logger: null })
  return {
    async find() {
      const found = await autoUpdater.checkForUpdates()
      return found?.isUpdateAvailable === true ? found.updateInfo.version : null
    },
    async fetch() {
      return onlyOne(await autoUpdater.downloadUpdate())
    },
    install: () => autoUpdater.quitAndInstall(),
  }
}

/**
 * Whether the updater may ask for `url`. Chromium resolves the feed's host for every port and scheme, and a redirect or
 * the list of files may name any of them.
 */
export function isAtFeed(url: string, feed: string): boolean {
  return URL.canParse(url) && new URL(url).origin === new URL(feed).origin
}

/** Everything that gets installed must have been verified, so an update may have only one file. */
export function onlyOne(files: readonly string[]): string {
  const [file] = files
  if (file === undefined || files.length > 1) throw new Error(`expected one file of an update, was ${files.length}`)
  return file
}
