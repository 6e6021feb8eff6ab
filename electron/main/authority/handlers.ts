/** Main's handler for each command of the page. */
import { randomUUID } from 'node:crypto'
import type { Clock } from '#shared/domain/clock.ts'
import { decimal, encode } from '#shared/domain/decimal.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { MenuItem } from '#shared/ipc/menu-items.ts'
import { SAVED } from '#shared/ipc/saved.ts'
import { message } from '#shared/words/message.ts'
import type { SettingsFile } from '../files/settings-file.ts'
import type { Place, WayOutName } from '#shared/ipc/place.ts'
import type { Locking } from '../lock/locking.ts'
import type { SecretWindow } from '../window/secret-window.ts'
import type { Scenarios } from '../files/scenarios.ts'
import type { SaveFile } from '../upkeep/save-file.ts'
import type { SettingsChange } from '#shared/ipc/settings.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { askedAccounts } from './ask-account.ts'
import { createAuthority } from './authority.ts'
import type { createPopOuts } from '../window/pop-outs.ts'
import type { Confirm } from './confirm.ts'
import type { Handlers } from './gate.ts'

export function handlersOf(needs: {
  readonly accounts: Accounts
  readonly confirm: Confirm
  readonly askSecret: SecretWindow['askSecret']
  readonly clock: Clock
  readonly scenarios: Scenarios
  readonly settings: SettingsFile
  /** The profile's folder. `open` resolves with why it could not be shown; empty: it was shown. */
  readonly dataFolder: { readonly path: string; readonly open: () => Promise<string> }
  readonly saveFile: SaveFile
  /** The trader changed them in the page. */
  readonly onSettings: (change: SettingsChange) => void
  readonly locking: Pick<Locking, 'handlers'>
  readonly openWayOut: (way: WayOutName) => void
  readonly popOuts: Pick<ReturnType<typeof createPopOuts>, 'open' | 'hasFocus'>
  readonly runMenuItem: (item: MenuItem) => void
  /** Resolves once the account that a start opens by itself is open, or is not going to be soon. */
  readonly opened: () => Promise<unknown>
  /** Brings the main window to the front, with the place in it. */
  readonly showPlace: (place: Place) => void
}): Handlers {
  const { accounts, confirm, askSecret, clock, scenarios, settings, dataFolder, locking } = needs
  const { onSettings, popOuts, showPlace } = needs
  return {
    ...createAuthority(accounts, confirm, clock, randomUUID),
    ...askedAccounts(accounts, confirm, askSecret),
    ...locking.handlers,
    async openWayOut({ way }) {
      needs.openWayOut(way)
      return ok(null)
    },
    async openPanel({ panel }) {
      const why = popOuts.open(panel)
      return why === null ? ok(null) : err(localFailure('closed', 'panel.open', why))
    },
    async runMenuItem({ item }) {
      needs.runMenuItem(item)
      return ok(null)
    },
    async showPlace({ place }) {
      // Without a person in it, such a window must not take the focus away, nor change what the main window shows.
      if (!popOuts.hasFocus()) return err(localFailure('closed', 'panel.show', message('main.notInFront')))
      showPlace(place)
      return ok(null)
    },

    async getPortfolio() {
      // Otherwise a page shows at each start for a moment that there is no account.
      await needs.opened()
      return ok(accounts.pushed())
    },
    getIntents: async ({ intentIds }) => ok(accounts.intents(new Set(intentIds))),
    rescue: ({ runId, unitId, targetPercent }) =>
      accounts.atDesk(runId, 'desk.rescue', async (desk) => encode(await desk.rescue(unitId, decimal(targetPercent)))),
    drill: ({ runId }) => accounts.atDesk(runId, 'desk.drill', (desk) => desk.drill()),
    setSpotPolicy: ({ runId, spotPolicy }) =>
      accounts.atDesk(runId, 'desk.setSpotPolicy', (desk) => desk.setSpotPolicy(spotPolicy)),
    markSeen: ({ runId, intentId }) => accounts.atDesk(runId, 'desk.markSeen', (desk) => desk.markSeen(intentId)),
    markEventSeen: async ({ runId, ids }) => accounts.markEventSeen(runId, ids),

    listVenues: async () => ok(accounts.venues()),
    listAccounts: async () => accounts.list(),
    openAccount: ({ accountId }) => accounts.open(accountId),
    disconnectAccount: ({ accountId }) => accounts.disconnectAccount(accountId),
    startDemo: () => accounts.startDemo(),
    readProfile: async ({ text }) => accounts.readProfile(text),
    exportProfile: async ({ accountId }) => accounts.exportProfile(accountId),

    listScenarios: async () => scenarios.list(),
    saveScenario: async (scenario) => scenarios.save(scenario),
    forgetScenario: async ({ scenarioId }) => scenarios.forget(scenarioId),

    getDataFolder: async () => ok(dataFolder.path),
    async openDataFolder() {
      const why = await dataFolder.open()
      return why === '' ? ok(null) : err(localFailure('storage', 'data.open', message('main.folderNotShown', { why })))
    },

    async saveText({ what, text }) {
      const day = new Date(clock.wall()).toISOString().slice(0, 10)
      const saved = await needs.saveFile(`plimsoll-${day}-${SAVED[what]}`, text)
      return saved.ok ? saved : err(localFailure('storage', 'data.save', saved.error))
    },

    getSettings: async () => ok(settings.view()),
    async changeSettings(change) {
      const changed = settings.change(change)
      onSettings(change)
      return ok(changed)
    },
  }
}
