/** The commands available now: made when the palette opens, so that nothing moves while the trader reads. */
import { useRouter } from 'vue-router'
import { actionTitle } from '#shared/desk/action-title.ts'
import { closeAtMarket, type Action } from '#shared/desk/action.ts'
import type { Fact, Message } from '#shared/domain/message.ts'
import { SCREENS, WAY_NAMES, wayOut } from '#shared/ipc/place.ts'
import type { AccountView } from '#shared/snapshot/snapshot.ts'
import { titlesOf } from '#shared/words/instrument-words.ts'
import { message, positionTitle } from '#shared/words/message.ts'
import { PRIVACY_LEVELS } from '#shared/words/say.ts'
import { useSession } from '../app/session.ts'
import { useArmStore } from '../app/stores/arm.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { useSpotStore } from '../app/stores/spot.ts'
import { useActionKeys } from '../app/use-action-keys.ts'
import { usePrivacy } from '../app/use-privacy.ts'
import { useSound } from '../app/alarm.ts'
import { useFlattenPolicy } from '../desk/use-flatten-policy.ts'
import { usePlanSheet } from '../desk/use-plan-sheet.ts'
import { useFanOut } from '../fan-out/use-fan-out.ts'
import { LOOK_NAMES, lookChoices, timeZone, useLook } from '../kit/use-look.ts'
import { staged } from '../positions/actions.ts'
import { useNoStops } from '../positions/use-no-stops.ts'
import { RISK_TABS, useRiskTab } from '../risk/use-risk-tab.ts'
import type { Command } from './commands.ts'

/** `help`: opens the keyboard sheet. */
export function useCommands(help: () => void) {
  const router = useRouter()
  const session = useSession()
  const portfolio = usePortfolioStore()
  const spot = useSpotStore()
  const sheet = usePlanSheet()
  const fanOut = useFanOut()
  const arm = useArmStore()
  const riskTab = useRiskTab()
  const sound = useSound()
  const policy = useFlattenPolicy()
  const noStops = useNoStops()
  const { keys } = useActionKeys()
  const { level: privacy, blanksBehind } = usePrivacy()
  const looks = LOOK_NAMES.map((name) => ({ name, chosen: useLook(name) }))

  /** An action is planned in its sheet, and runs from there. */
  function plan(group: Command['group'], action: Action, titleOf = titlesOf([])): Command {
    return { group, title: planned(actionTitle(action, titleOf)), run: () => sheet.open(action) }
  }

  function waysOut(): readonly Command[] {
    return [
      { ...plan('wayOut', wayOut('flatten', policy.value)), keys: ['Ctrl', 'Shift', 'F'] },
      plan('wayOut', wayOut('cancelAll', policy.value)),
      plan('wayOut', { kind: 'closeSide', side: 'long' }),
      plan('wayOut', { kind: 'closeSide', side: 'short' }),
      plan('wayOut', { kind: 'reduceAll', side: null, percent: 50 }),
      ...(noStops.value === null ? [plan('wayOut', { kind: 'breakEvenAll' })] : []),
    ]
  }

  /** Actions on all connected accounts, if there are several, whichever is in front. */
  function ofAll(): readonly Command[] {
    if (portfolio.live.length < 2) return []
    return WAY_NAMES.map((way) => ({
      ...{ group: 'wayOut', title: message(`fanOut.open.${way}`) },
      run: () => fanOut.open(way),
    }))
  }

  /** A watch-only account only offers to show its positions. */
  function ofPositions(isWatchOnly: boolean): readonly Command[] {
    return (portfolio.parts.positions?.data ?? []).flatMap(({ key }) => {
      const acts = isWatchOnly
        ? []
        : [
            plan('position', closeAtMarket(key)),
            planOf('palette.stop', key, 'stop'),
            planOf('palette.profit', key, 'profit'),
          ]
      return [...acts, shown(key)]
    })
  }

  function shown(key: string): Command {
    return {
      ...{ group: 'position', title: message('palette.show', { what: positionTitle(key) }) },
      run() {
        spot.wanted = { kind: 'row', list: 'positions', key }
        void router.push({ name: 'positions' })
      },
    }
  }

  function planOf(code: 'palette.stop' | 'palette.profit', key: string, what: 'stop' | 'profit'): Command {
    const title = planned(message(code, { what: positionTitle(key) }))
    return { group: 'position', title, run: () => sheet.open(staged(key, what)) }
  }

  /** One for each instrument with open orders. */
  function ofOrders(): readonly Command[] {
    const titleOf = titlesOf(portfolio.parts.instruments?.data ?? [])
    const orders = portfolio.parts.orders?.data?.orders ?? []
    const places = new Map(orders.map(({ area, instrument }) => [`${area} ${instrument}`, { area, instrument }]))
    return [...places.values()].map((place) =>
      plan('orders', { kind: 'cancelMatching', filter: { ...place, side: null, closing: true } }, titleOf),
    )
  }

  function places(): readonly Command[] {
    const screens = SCREENS.map((name, index): Command => ({
      ...{ group: 'screen', title: message(`app.screen.${name}`), keys: ['Ctrl', String(index + 1)] },
      run: () => void router.push({ name }),
    }))
    const tabs = RISK_TABS.map((tab): Command => ({
      group: 'risk',
      title: message('palette.risk', { tab: message(`risk.tab.${tab}`) }),
      run() {
        riskTab.value = tab
        void router.push({ name: 'risk' })
      },
    }))
    return [...screens, ...tabs]
  }

  function ofAccounts(accounts: readonly AccountView[]): readonly Command[] {
    return accounts.map(({ id, name, keyTail }) => ({
      group: 'account',
      title: message('palette.account', { name, tail: keyTail }),
      run() {
        spot.wanted = { kind: 'row', list: 'accounts', key: id }
        void router.push({ name: 'accounts' })
      },
    }))
  }

  function ofWindow(): readonly Command[] {
    const one = (title: Message, run: () => void, ...keys: readonly string[]): Command => ({
      ...{ group: 'window', title, run },
      ...(keys.length > 0 && { keys }),
    })
    return [
      one(message('palette.keys'), help, '?'),
      ...looks.flatMap(({ name, chosen }) =>
        lookChoices(name).map(({ value, code }) =>
          one(look(message(`app.look.${name}`), message(code)), () => (chosen.value = value)),
        ),
      ),
      // Every other zone is in the list of the accounts screen.
      ...(['local', 'utc'] as const).map((zone) =>
        one(look(message('app.look.zone'), message(`kit.zone.${zone}`)), () => (timeZone.value = zone)),
      ),
      ...PRIVACY_LEVELS.map((choice) =>
        one(look(message('app.privacy'), message(`app.privacy.${choice}`)), () => (privacy.value = choice)),
      ),
      one(message(blanksBehind.value ? 'palette.noBlank' : 'app.blanksBehind'), () => {
        blanksBehind.value = !blanksBehind.value
      }),
      one(message(sound.value ? 'palette.quiet' : 'palette.loud'), () => (sound.value = !sound.value)),
      one(message('lock.now'), () => void session.locking.lock(), 'Ctrl', 'Shift', 'L'),
    ]
  }

  function oneClick(): Command {
    return {
      ...{ group: 'window', title: message(arm.armed ? 'palette.disarm' : 'palette.arm'), keys: [keys.value.arm] },
      run: () => void session.setArmed(!arm.armed),
    }
  }

  /** Without an account only the accounts screen is of use. */
  async function commands(): Promise<readonly Command[]> {
    const listed = await session.accounts.listAccounts().catch(() => null)
    const accounts = ofAccounts(listed?.ok ? listed.value : [])
    if (portfolio.account === null) return [...ofAll(), ...accounts, ...ofWindow()]
    const { isWatchOnly } = portfolio.account
    const own = isWatchOnly ? ofPositions(isWatchOnly) : [...waysOut(), ...ofPositions(isWatchOnly), ...ofOrders()]
    return [...own, ...ofAll(), ...places(), ...accounts, ...(isWatchOnly ? [] : [oneClick()]), ...ofWindow()]
  }

  return { commands }
}

const look = (what: Message, choice: Message): Message => message('palette.look', { look: what, choice })

/** With an ellipsis, for commands that ask before they act. */
const planned = (action: Fact): Message => message('palette.planned', { action })
