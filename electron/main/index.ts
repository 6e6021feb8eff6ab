/** The composition root: what starts, in which order, and who knows whom. */
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { app, dialog, net, powerMonitor, powerSaveBlocker, screen, shell } from 'electron'
import type { BrowserWindow } from 'electron'
import { alarmsBehind, alarmsOf } from '#shared/snapshot/alarms.ts'
import { message } from '#shared/words/message.ts'
import { languageOf, sayIn } from '#shared/words/say.ts'
import { openLog } from '../log/log.ts'
import { openAccounts } from './accounts/open-accounts.ts'
import type { Accounts } from './accounts/accounts.ts'
import { createConfirm } from './authority/confirm.ts'
import { handlersOf } from './authority/handlers.ts'
import { openGate, tell } from './authority/ipc.ts'
import { keepAwake } from './desktop/awake.ts'
import { createAsking, readFirst, showBox } from './desktop/boxes.ts'
import { settleIn } from './desktop/desktop.ts'
import { watchMachine } from './desktop/machine.ts'
import { showNotices } from './desktop/profile-warnings.ts'
import { startUpdates, UPDATE_HOST } from './desktop/update.ts'
import { openSettingsFile } from './files/settings-file.ts'
import { keepToOwner } from './files/profile-folder.ts'
import { openScenarios } from './files/scenarios.ts'
import { settleBeforeReady } from './lifecycle/before-ready.ts'
import { trustTheSystem } from './lifecycle/certificates.ts'
import { guardAgainstFaults } from './lifecycle/fault.ts'
import { guardLeaving, leavesAccount } from './lifecycle/leave.ts'
import { inBackground } from './lifecycle/in-background.ts'
import { isOnlyOne } from './lifecycle/only-one.ts'
import { runSmoke } from './lifecycle/smoke.ts'
import { takeFlags } from './lifecycle/take-flags.ts'
import { openAppLock } from './lock/app-lock.ts'
import { createLocking } from './lock/locking.ts'
import { watchAbsence } from './lock/watch-absence.ts'
import { wait } from '#shared/domain/clock.ts'
import { systemClock as clock } from './system-clock.ts'
import { finishRestore } from './upkeep/backup.ts'
import { createSaving } from './upkeep/save-file.ts'
import { createUpkeep } from './upkeep/upkeep.ts'
import { VERSIONS } from './versions.ts'
import { keepPageAlive } from './window/page-recovery.ts'
import { miniFrames } from './window/mini-page.ts'
import { createMiniWindow } from './window/mini-window.ts'
import { createPlaces, type ShowPlace } from './window/places.ts'
import { createPopOuts } from './window/pop-outs.ts'
import { createSecretWindow } from './window/secret-window.ts'
import { openWindowState } from './window/window-state.ts'
import { createWayOut, type OpenWayOut } from './window/way-out.ts'
import { bringForward, openWindow, refuseAuthority, registerAppScheme, serveApp } from './window/window.ts'

const OUT = join(import.meta.dirname, '..')
/** The first page waits this long for the account to be open. A locked keychain can take the trader minutes. */
const OPENS_WITHIN_MS = 2_000

/** What exists so far while Plimsoll starts. */
const standing = {
  window: null as BrowserWindow | null,
  accounts: null as Accounts | null,
  desktop: null as ReturnType<typeof settleIn> | null,
  mini: null as ReturnType<typeof createMiniWindow> | null,
  leave: () => app.exit(1),
  lockChanged: (): void => undefined,
  wayOut: null as OpenWayOut | null,
  show: null as ShowPlace | null,
  /** Resolves once the account that this start opens by itself is open, or will not be soon. */
  opening: Promise.resolve() as Promise<unknown>,
}

// Schemes and the lock must come before ready. Nothing is awaited at the top level: Electron becomes ready only after
// this file.
registerAppScheme()
settleBeforeReady(app, UPDATE_HOST)
const flags = takeFlags(app)
if (isOnlyOne(app)) void start()
else app.quit()

/** Resolves when `opening` ends, however it ends, or when it takes longer than the first page waits. */
const soon = (opening: Promise<unknown>): Promise<unknown> =>
  Promise.race([Promise.allSettled([opening]), wait(clock, OPENS_WITHIN_MS)])

async function start(): Promise<void> {
  await app.whenReady()
  trustTheSystem()
  serveApp(join(OUT, 'renderer'))
  refuseAuthority()
  const folder = app.getPath('userData')
  keepToOwner(folder)
  // Before any file of the profile is read or written.
  const restored = finishRestore(folder)
  if (!restored.ok) {
    const inItsLanguage = sayIn(languageOf(app.getLocale()))
    dialog.showErrorBox(inItsLanguage(message('main.noRestore')), inItsLanguage(restored.error))
    return app.exit(1)
  }
  const settings = openSettingsFile(join(folder, 'settings.json'), app.getLocale())
  const { say, sayInPublic } = settings
  const lockFile = join(folder, 'lock.json')
  const lock = openAppLock(lockFile, clock, () => standing.lockChanged())
  const boxes = { dialog: readFirst(dialog, clock), say, lock, window: () => standing.window }
  const log = openLog({ folder: join(folder, 'logs'), wall: () => clock.wall(), echo: (line) => console.error(line) })
  log.write('started')
  const stop: Accounts['stop'] = (why) => standing.accounts?.stop(why)
  guardAgainstFaults({ process, boxes, log, stop, leave: () => standing.leave() })

  const stateOf = (name: string) => openWindowState(join(folder, name), screen, app, clock)
  const preload = join(OUT, 'preload/index.cjs')
  const popOuts = createPopOuts(preload, (panel) => stateOf(`panel-${panel}.json`), clock, log)
  const stayAwake = keepAwake(powerSaveBlocker, process.platform)
  const asking = createAsking()
  const confirm = createConfirm(boxes, clock, asking)
  const opened = openAccounts(folder, {
    confirm,
    isAsked: asking.isOpen,
    onPush(push) {
      if (!lock.isLocked()) {
        const text = JSON.stringify(push)
        for (const window of [standing.window, ...popOuts.windows()]) tell(window, 'portfolioChanged', text)
      }
      if (standing.accounts) stayAwake(standing.accounts.activity())
      standing.desktop?.follow()
      standing.mini?.tell()
    },
    onProbe(steps) {
      if (!lock.isLocked()) tell(standing.window, 'probeChanged', steps)
    },
    leavesAccount: async (lines, signal) => standing.window === null || leavesAccount(boxes, lines, signal),
    reporting: () => settings.reporting(),
  })
  if (!opened.ok) {
    dialog.showErrorBox(say(message('main.noJournal')), say(opened.error))
    return app.exit(1)
  }
  const { accounts, notices, ...files } = opened.value
  standing.accounts = accounts
  const secrets = createSecretWindow(say, clock, boxes.window, join(OUT, 'preload/secret.cjs'))
  const retell = (): void => {
    standing.desktop?.retell()
    standing.mini?.tell()
    popOuts.tellSettings(settings.view())
  }
  const locking = createLocking({
    lock,
    file: lockFile,
    askPassphrase: secrets.askPassphrase,
    isAsked: asking.isOpen,
    onChange: retell,
  })
  const saveFile = createSaving(boxes, dialog)
  const handlers = handlersOf({
    accounts,
    settings,
    clock,
    confirm,
    askSecret: secrets.askSecret,
    locking,
    openWayOut: (way) => standing.wayOut?.('byPage', way),
    popOuts,
    showPlace: (place) => standing.show?.(place),
    runMenuItem: (item) => standing.desktop?.run(item),
    opened: () => standing.opening,
    dataFolder: { path: folder, open: () => shell.openPath(folder) },
    saveFile,
    scenarios: openScenarios(join(folder, 'scenarios.json'), clock),
    onSettings(change) {
      if (change.reporting) accounts.reportingChanged()
      retell()
    },
  })
  let load = 0
  const { windows } = popOuts
  openGate(handlers, { clock, log, lock, window: () => standing.window, popOuts: windows, load: () => load })
  if (flags.demo) standing.opening = soon(accounts.startDemo())
  startUpdates({ app, boxes, clock, log, accounts })

  const window = openWindow({ preload, size: flags.size, clock, log, state: stateOf('window.json') })
  standing.window = window
  window.webContents.on('did-navigate', () => {
    load += 1
    // The page that asked for a probe is gone, so its probe is cancelled: no page would show the result.
    inBackground(log)(handlers.cancelProbe({}, load))
  })
  // Once it has its size: a window maximized after it was minimized would come up again.
  if (flags.minimized) window.once('show', () => setImmediate(() => window.isDestroyed() || window.minimize()))
  app.on('second-instance', () => bringForward(window))
  watchMachine(powerMonitor, net, clock, accounts)
  watchAbsence({ powerMonitor, clock, lock })

  const { leaveNow, leaveAsked } = guardLeaving({ app, powerMonitor, boxes, window, accounts, clock, process })
  standing.leave = leaveNow
  const wayOut = createWayOut({ boxes, asking, accounts, clock, newId: randomUUID, tryWindow, leave: leaveAsked })
  standing.wayOut = wayOut
  const beginAnew = keepPageAlive(window, clock, process, () => wayOut('pageLost'))
  const show = createPlaces({
    wayOut,
    isLocked: lock.isLocked,
    bringForward: () => bringForward(window),
    ask: (place) => tell(window, 'placeAsked', place),
  })
  standing.show = show
  const miniState = stateOf('mini.json')
  const mini = createMiniWindow({
    preload: join(OUT, 'preload/mini.cjs'),
    state: miniState,
    clock,
    onChange: retell,
    flatten: () => show({ kind: 'plan', way: 'flatten' }),
    view() {
      const snapshot = accounts.snapshot()
      const others = accounts.others()
      const alarms = alarmsOf(snapshot).length + others.flatMap(alarmsBehind).length
      return { sentAt: snapshot.wall, frames: miniFrames({ snapshot, others, alarms }, { lock, say: sayInPublic }) }
    },
  })
  standing.mini = mini
  // The main window is Plimsoll: without it, the others would keep the program running.
  window.once('closed', () => {
    mini.end()
    popOuts.end()
  })
  const upkeep = createUpkeep({
    boxes,
    dialog,
    saveFile,
    shell,
    app,
    folder,
    log,
    ...files,
    versions: VERSIONS,
    wall: () => clock.wall(),
    leave: leaveAsked,
    language: () => settings.view().language,
  })
  standing.desktop = settleIn({
    boxes,
    settings,
    accounts,
    window,
    log,
    clock,
    upkeep,
    folder,
    show,
    lock,
    mini,
    ...locking,
    inBackground: inBackground(log),
    changeSettings(change) {
      tell(window, 'settingsChanged', settings.change(change))
      retell()
    },
  })
  let pendingNotices = restored.value === null ? notices : [restored.value, ...notices]
  standing.lockChanged = () => {
    secrets.withdraw()
    beginAnew()
    mini.beginAnew()
    popOuts.beginAnew()
    retell()
    tellNotices()
    reopen()
  }
  tellNotices()
  if (!flags.demo && !flags.smoke) reopen()
  if (!flags.smoke && miniState.wasOpen()) mini.toggle()
  if (!flags.smoke && !flags.minimized) popOuts.reopen()
  // In a package, `out` is inside the archive.
  const pictures = join(app.isPackaged ? folder : OUT, 'smoke')
  if (flags.smoke) app.exit(await runSmoke({ window, accounts, folder: pictures, clock, say }))

  function tellNotices(): void {
    if (lock.isLocked()) return
    showNotices(boxes, pendingNotices, log)
    pendingNotices = []
  }

  /** Not while it is locked, as there may be a question about its key. */
  function reopen(): void {
    if (lock.isLocked()) return
    const reopened = accounts.reopen()
    standing.opening = soon(reopened)
    const reported = reopened.then(async (why) => {
      if (why !== null) await showBox(boxes, { type: 'warning', message: why })
    })
    inBackground(log)(reported)
  }

  function tryWindow(): void {
    bringForward(window)
    beginAnew()
  }
}
