/** What the palette finds of the window: its screens and panels, its looks, and what the menu does. */
import { useRouter } from 'vue-router'
import type { Fact, Message } from '#shared/domain/message.ts'
import { MENU_ITEMS, type MenuItem } from '#shared/ipc/menu-items.ts'
import { PANEL_IDS } from '#shared/ipc/panel.ts'
import { SCREENS, screenKey, type ScreenName } from '#shared/ipc/place.ts'
import type { SettingsChange } from '#shared/ipc/settings.ts'
import { HUBS } from '#shared/risk/account/valuation.ts'
import type { KeyAction } from '#shared/words/keys.ts'
import { message, type Code } from '#shared/words/message.ts'
import { NUMBER_FORMATS, numberWriter } from '#shared/words/number-format.ts'
import { LANGUAGE_CHOICES, PRIVACY_LEVELS } from '#shared/words/say.ts'
import { useSound } from '../app/alarm.ts'
import { useSession, whyNot } from '../app/session.ts'
import { useArmStore } from '../app/stores/arm.ts'
import { useLeadTo } from '../app/use-lead-to.ts'
import { usePrivacy } from '../app/use-privacy.ts'
import { keys } from '../kit/keys.ts'
import { say, t } from '../kit/say.ts'
import { LOOK_NAMES, lookChoices, timeZone, useLook } from '../kit/use-look.ts'
import { RISK_TABS, useRiskTab, type RiskTab } from '../risk/use-risk-tab.ts'
import { PANELS } from '../workspace/panels.ts'
import type { Command } from './commands.ts'

/** The words of each item of the menu, and its key. */
const ITEMS: Readonly<Record<MenuItem, { readonly code: Code; readonly key?: KeyAction }>> = {
  toggleMini: { code: 'desktop.menu.mini', key: 'mini' },
  zoomIn: { code: 'desktop.role.zoomIn' },
  zoomOut: { code: 'desktop.role.zoomOut' },
  resetZoom: { code: 'desktop.role.resetZoom' },
  backUp: { code: 'desktop.menu.backUp' },
  restore: { code: 'desktop.menu.restore' },
  saveDiagnostics: { code: 'desktop.menu.saveDiagnostics' },
}

/** The tables whose rows can be had as CSV. */
const TABLES: readonly { readonly code: Code; readonly screen: ScreenName; readonly tab?: RiskTab }[] = [
  { code: 'app.screen.positions', screen: 'positions' },
  { code: 'orders.title', screen: 'orders' },
  { code: 'risk.tab.liquidity', screen: 'risk', tab: 'liquidity' },
  { code: 'risk.tab.funding', screen: 'risk', tab: 'funding' },
]

/** `help`: opens the keyboard sheet. */
export function useWindowCommands(help: () => void) {
  const router = useRouter()
  const session = useSession()
  const arm = useArmStore()
  const riskTab = useRiskTab()
  const sound = useSound()
  const leadTo = useLeadTo()
  const { level: privacy, blanksBehind } = usePrivacy()
  const looks = LOOK_NAMES.map((name) => ({ name, chosen: useLook(name) }))

  const one = (name: string, run: Command['run'], key?: string): Command => ({ group: 'window', name, run, key })
  const set = (name: string, change: SettingsChange): Command => one(name, () => void session.changeSettings(change))

  const places = (): readonly Command[] => [
    ...SCREENS.map((screen): Command => ({
      group: 'screen',
      name: t(`app.screen.${screen}`),
      key: screenKey(screen),
      run: () => void router.push({ name: screen }),
    })),
    ...RISK_TABS.map((tab): Command => ({
      group: 'risk',
      name: t('palette.risk', { tab: message(`risk.tab.${tab}`) }),
      run() {
        riskTab.value = tab
        void router.push({ name: 'risk' })
      },
    })),
    one(t('palette.arrange'), () => leadTo('workspace', '[data-action="arrange"]', true), keys.value.arrange),
    ...TABLES.map(({ code, screen, tab }) =>
      one(t('palette.csv', { table: spoken(code) }), () => {
        if (tab) riskTab.value = tab
        return leadTo(screen, '[data-action="columns"]', true)
      }),
    ),
    ...PANEL_IDS.map((panel) =>
      one(t('app.popOut.open', { title: spoken(PANELS[panel].title) }), () =>
        whyNot(session.panels.openPanel({ panel })),
      ),
    ),
  ]

  /** A switch does what its name says, even if it has been turned since. */
  const turn = (isOn: boolean, names: readonly [on: string, off: string], set: (isOn: boolean) => void, key?: string) =>
    one(isOn ? names[1] : names[0], () => set(!isOn), key)

  const oneClick = (): Command =>
    turn(arm.armed, [t('palette.arm'), t('palette.disarm')], (isOn) => void session.setArmed(isOn), keys.value.arm)

  const settings = (): readonly Command[] => [
    ...looks.flatMap(({ name, chosen }) =>
      lookChoices(name).map(({ value, code }) =>
        one(look(message(`app.look.${name}`), message(code)), () => void (chosen.value = value)),
      ),
    ),
    // Every other zone is in the list of the accounts screen.
    ...(['local', 'utc'] as const).map((zone) =>
      one(look(message('app.look.zone'), message(`kit.zone.${zone}`)), () => void (timeZone.value = zone)),
    ),
    ...LANGUAGE_CHOICES.map((language) =>
      set(look(message('app.language'), message(`desktop.language.${language}`)), { language }),
    ),
    ...NUMBER_FORMATS.map((numbers) =>
      set(look(message('app.look.numbers'), numberWriter(numbers)('1234567.89')), { numbers }),
    ),
    ...HUBS.map((reportingCoin) =>
      set(look(message('app.reporting'), reportingCoin), { reporting: { reportingCoin, fixedRate: null } }),
    ),
    one(look(message('app.reporting'), message('palette.otherCoin')), () =>
      leadTo('accounts', '[data-action="reporting"]'),
    ),
    ...PRIVACY_LEVELS.map((level) =>
      one(look(message('app.privacy'), message(`app.privacy.${level}`)), () => void (privacy.value = level)),
    ),
    turn(blanksBehind.value, [t('app.blanksBehind'), t('palette.noBlank')], (isOn) => (blanksBehind.value = isOn)),
    turn(sound.value, [t('palette.loud'), t('palette.quiet')], (isOn) => (sound.value = isOn)),
    one(t('palette.keys'), help, '?'),
    one(t('lock.now'), () => whyNot(session.locking.lock()), keys.value.lock),
    ...MENU_ITEMS.map((item) => {
      const { code, key } = ITEMS[item]
      return one(say(spoken(code)), () => whyNot(session.menu.runMenuItem({ item })), key && keys.value[key])
    }),
  ]

  return { places, oneClick, settings }
}

const look = (what: Message, choice: Fact): string => t('palette.look', { look: what, choice })

/** A sentence without facts. */
const spoken = (code: Code): Message => ({ code, facts: {} })
