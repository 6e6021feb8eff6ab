import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { app, dialog, powerMonitor, powerSaveBlocker, shell } from 'electron'
import type { BrowserWindow } from 'electron'
import { decimal, encode } from '#shared/domain/decimal.ts'
import { ok } from '#shared/domain/result.ts'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { createVault } from '../vault/client.ts'
import { openLog } from '../log/log.ts'
import { openAccountIndex } from './accounts/account-index.ts'
import { finishRestore } from './upkeep/backup.ts'
import { settleBeforeReady } from './lifecycle/before-ready.ts'
import { trustTheSystem } from './lifecycle/certificates.ts'
import { openDeskNotes } from './files/desk-notes.ts'
import { settleIn } from './desktop/desktop.ts'
import type { Desktop } from './desktop/desktop.ts'
import { openLanguageFile } from './files/language-file.ts'
import { openLimitsFile } from './files/limits-file.ts'
import { askedAccounts } from './authority/ask-account.ts'
import { createAuthority } from './authority/authority.ts'
import { createConfirm } from './authority/confirm.ts'
import { guardAgainstFaults } from './lifecycle/fault.ts'
import { takeFlags } from './lifecycle/take-flags.ts'
import { openGate, tell } from './authority/ipc.ts'
import { keepAwake } from './desktop/awake.ts'
import { guardLeaving, leavesAccount } from './lifecycle/leave.ts'
import { keepPageAlive } from './window/page-recovery.ts'
import { createPlaces } from './window/places.ts'
import type { Places } from './window/places.ts'
import { KEYCHAIN_MS, startDemoVenue, startVaultProcess } from './lifecycle/processes.ts'
import { keepToOwner } from './files/profile-folder.ts'
import { runSmoke } from './lifecycle/smoke.ts'
import { sinceBoot, systemClock } from './system-clock.ts'
import { openScenarios } from './files/scenarios.ts'
import { showNotices } from './desktop/notices.ts'
import { isOnlyOne } from './lifecycle/only-one.ts'
import { openStorage } from './files/storage.ts'
import type { Storage } from './files/storage.ts'
import { createUpkeep } from './upkeep/upkeep.ts'
import { VERSIONS } from './versions.ts'
import { createWayOut } from './window/way-out.ts'
import { startUpdates, UPDATES } from './desktop/update.ts'
import { bringForward, openWindow, refuseAuthority, registerAppScheme, serveApp } from './window/window.ts'
import { createWorkspace } from './accounts/workspace.ts'
import type { Workspace, WorkspaceOptions } from './accounts/workspace.ts'

/** The demo account is the same for everybody: what the documentation shows is what a newcomer sees. */
const DEMO_SEED = 7

// Schemes and the lock belong before ready.
// Nothing is awaited at the top level: Electron is ready only after this file.
registerAppScheme()
settleBeforeReady(app)
const flags = takeFlags(app)
if (isOnlyOne(app)) void start()
else app.quit()

async function start(): Promise<void> {
  await app.whenReady()
  trustTheSystem()
  const out = join(import.meta.dirname, '..')
  serveApp(join(out, 'renderer'))
  refuseAuthority()

  const folder = app.getPath('userData')
  keepToOwner(folder)
  const language = openLanguageFile(join(folder, 'settings.json'), app.getLocale())
  const echo = (line: string): void => console.error(line)
  const log = openLog({ folder: join(folder, 'logs'), wall: () => systemClock.wall(), echo })
  log.write('started')
  const opened: Opened = { window: null, workspace: null, desktop: null, places: null, leave: () => app.exit(1) }
  const boxes = { dialog, say: language.say, window: () => opened.window }
  const wake = keepAwake(powerSaveBlocker, process.platform)
  guardAgainstFaults({
    process,
    boxes,
    log,
    stop: (why) => opened.workspace?.stop(why),
    leave: () => opened.leave(),
  })
  const kept = openWorkspace(folder, language.say, {
    onPush(push) {
      tell(opened.window, 'portfolioChanged', push)
      wake(push)
      opened.desktop?.follow()
    },
    leavesAccount: async (lines) => opened.window === null || leavesAccount(boxes, lines),
  })
  if (!kept) {
    app.exit(1)
    return
  }
  const { workspace, notices, journal, copyDatabase } = kept
  opened.workspace = workspace
  const confirm = createConfirm(boxes, systemClock)
  const authority = createAuthority({ workspace, confirm, clock: systemClock, newId: randomUUID })
  const scenarios = openScenarios(join(folder, 'scenarios.json'), systemClock)
  openGate(
    {
      getPortfolio: async () => ok(workspace.snapshot()),
      ...authority,
      ...askedAccounts(workspace, confirm),
      rescue: ({ runId, unitId, targetPercent }) =>
        workspace.atDesk(runId, 'desk.rescue', async (desk) =>
          encode(await desk.rescue(unitId, decimal(targetPercent))),
        ),
      drill: ({ runId }) => workspace.atDesk(runId, 'desk.drill', (desk) => desk.drill()),
      setMode: ({ runId, mode }) => workspace.atDesk(runId, 'desk.setMode', (desk) => desk.setMode(mode)),
      markSeen: ({ runId, intentId }) => workspace.atDesk(runId, 'desk.markSeen', (desk) => desk.markSeen(intentId)),
      markEventSeen: async ({ runId, ids }) => workspace.markEventSeen(runId, ids),
      listScenarios: async () => scenarios.list(),
      saveScenario: async (scenario) => scenarios.save(scenario),
      forgetScenario: async ({ scenarioId }) => scenarios.forget(scenarioId),
      getLanguage: async () => ok(language.setting()),
      setLanguage: async ({ choice }) => {
        const setting = language.choose(choice)
        opened.desktop?.retell()
        return ok(setting)
      },
      placeShown: async ({ id }) => {
        opened.places?.shown(id)
        return ok(null)
      },
      listVenues: async () => ok(workspace.venues()),
      startDemo: () => workspace.startDemo(),
      listAccounts: async () => workspace.list(),
      readProfile: async ({ text }) => workspace.readProfile(text),
      exportProfile: async ({ accountId }) => workspace.exportProfile(accountId),
      openAccount: ({ accountId }) => workspace.open(accountId),
    },
    { clock: systemClock, log, window: () => opened.window },
  )
  if (flags.demo) void workspace.startDemo()
  const isIdle = (): boolean => !workspace.snapshot().parts.desk.data?.intents.some(({ state }) => state === 'running')
  if (app.isPackaged && UPDATES !== null)
    void startUpdates({ source: UPDATES, version: app.getVersion(), boxes, clock: systemClock, isIdle })
  const frame = { preload: join(out, 'preload/index.cjs'), size: sizeOf(flags.size) }
  const window = openWindow({ ...frame, clock: systemClock, log })
  opened.window = window
  if (flags.minimized) window.once('show', () => window.minimize())
  for (const { code } of notices) log.write('files', { said: code })
  if (notices.length > 0) void showNotices(boxes, notices)

  app.on('second-instance', () => bringForward(window))
  // Before it sleeps too: a timer that is due may run before the machine says that it is awake.
  powerMonitor.on('suspend', () => workspace.wake())
  powerMonitor.on('resume', () => workspace.wake())
  const desktop = { app, powerMonitor }
  const { leaveNow, leaveAsked } = guardLeaving({ desktop, boxes, window, workspace, clock: systemClock, process })
  opened.leave = leaveNow
  const wayOut = createWayOut({ boxes, workspace, newId: randomUUID, tryWindow, leave: leaveAsked })
  const tryAgain = keepPageAlive({ window, clock: systemClock, process, onLost: () => wayOut('pageLost') })

  function tryWindow(): void {
    bringForward(window)
    tryAgain()
  }

  const places = createPlaces({
    bringForward: () => bringForward(window),
    ask: (asked) => tell(window, 'placeAsked', asked),
    ...{ wayOut, clock: systemClock, newId: randomUUID },
  })
  opened.places = places
  const upkeep = createUpkeep({
    ...{ boxes, dialog, shell, app, folder, log, journal, copyDatabase, versions: VERSIONS },
    leave: () => void leaveAsked(),
    language: () => language.setting().choice,
    wall: () => systemClock.wall(),
  })
  opened.desktop = settleIn({
    ...{ boxes, language, workspace, window, clock: systemClock, upkeep, folder, show: places.show },
    speak(choice) {
      tell(window, 'languageChanged', language.choose(choice))
      opened.desktop?.retell()
    },
  })

  if (!flags.smoke) return
  // In a package `out` is inside the archive.
  const pictures = join(app.isPackaged ? folder : out, 'smoke')
  app.exit(await runSmoke({ window, workspace, folder: pictures, clock: systemClock, say: language.say }))
}

/** What there is so far, while Plimsoll starts. */
interface Opened {
  window: BrowserWindow | null
  workspace: Workspace | null
  desktop: Desktop | null
  places: Places | null
  leave: () => void
}

/** Opens what is kept in `folder`; null, with a message on screen, when another Plimsoll trades on it. */
function openWorkspace(
  folder: string,
  say: (message: Message) => string,
  asked: Pick<WorkspaceOptions, 'onPush' | 'leavesAccount'>,
): (Pick<Storage, 'journal' | 'copyDatabase' | 'notices'> & { readonly workspace: Workspace }) | null {
  const restored = finishRestore(folder)
  const storage = openStorage(folder, systemClock)
  if (!storage.ok) {
    dialog.showErrorBox(say(message('main.noJournal')), say(storage.error))
    return null
  }
  const { notices, close, copyDatabase, ...files } = storage.value
  const workspace = createWorkspace({
    ...files,
    vault: createVault({ start: startVaultProcess, clock: systemClock, keychainMs: KEYCHAIN_MS }),
    accounts: openAccountIndex(join(folder, 'accounts.json')),
    notes: openDeskNotes(join(folder, 'notes')),
    limits: openLimitsFile(join(folder, 'limits.json'), systemClock, sinceBoot),
    clock: systemClock,
    startDemoVenue: (onEnd) => startDemoVenue(DEMO_SEED, onEnd),
    ...asked,
  })
  const told = restored.ok ? restored.value : restored.error
  const all = told === null ? notices : [told, ...notices]
  const closing = { ...workspace, close: () => workspace.close().finally(close) }
  return { workspace: closing, notices: all, journal: files.journal, copyDatabase }
}

/** "1280x800" as a window size; anything else is the usual size. */
function sizeOf(text: string): { width: number; height: number } {
  const [width, height] = /^\d{3,4}x\d{3,4}$/.test(text) ? text.split('x') : []
  return width && height ? { width: parseInt(width, 10), height: parseInt(height, 10) } : { width: 1440, height: 900 }
}
