/** What the palette finds of the account in front: its ways out, positions, orders and instruments. */
import { computed } from 'vue'
import { actionTitle } from '#shared/desk/action-title.ts'
import { CLOSE_PERCENTS, closeAtMarket, type Action, type OrderFilter } from '#shared/desk/action.ts'
import { instrumentKey, instrumentName } from '#shared/domain/instrument.ts'
import type { Fact, Message } from '#shared/domain/message.ts'
import { wayOut } from '#shared/ipc/place.ts'
import { instrumentTitle, titlesOf } from '#shared/words/instrument-words.ts'
import type { KeyAction } from '#shared/words/keys.ts'
import { message, positionTitle } from '#shared/words/message.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { useShowInList } from '../app/use-show-in-list.ts'
import { useFlattenPolicy } from '../desk/use-flatten-policy.ts'
import { usePlanSheet } from '../desk/use-plan-sheet.ts'
import { useRescue } from '../desk/use-rescue.ts'
import { isRestorable, journalRows, restoreOf } from '../journal/journal-rows.ts'
import { keys } from '../kit/keys.ts'
import { partsAround, say, t } from '../kit/say.ts'
import { staged } from '../positions/actions.ts'
import { useNoStops } from '../positions/use-no-stops.ts'
import { useShowPosition } from '../positions/use-show-position.ts'
import type { Command, Group } from './commands.ts'

const SIDES = ['long', 'short'] as const
const ALL: OrderFilter = { area: null, instrument: null, side: null, closing: true }
const cancel = (filter: Partial<OrderFilter>): Action => ({ kind: 'cancelMatching', filter: { ...ALL, ...filter } })

/** Cancels of the whole account besides the way out that cancels all. */
const CANCELS = [{ side: 'buy' }, { side: 'sell' }, { closing: false }] as const

/** A share of every position, or of those of one side; a whole side is a way out by itself. */
const SHARES: readonly Action[] = [null, ...SIDES].flatMap((side) =>
  CLOSE_PERCENTS.filter((percent) => side === null || percent < 100).map((percent): Action => ({
    kind: 'reduceAll',
    side,
    percent,
  })),
)

/** The protective orders of one position. */
const PROTECTIONS = [
  { code: 'palette.stop', purpose: 'stop' },
  { code: 'palette.even', purpose: 'even' },
  { code: 'palette.profit', purpose: 'profit' },
] as const

/**
 * Names a command about each of many things. The words are made once, because saying the same sentence of thousands of
 * positions would hold up the window.
 */
function nameOf(titleOf: (thing: string) => Message): (thing: string) => string {
  const parts = partsAround(titleOf)
  return (thing) => parts.join(thing)
}

export function useTradeCommands() {
  const portfolio = usePortfolioStore()
  const showInList = useShowInList()
  const sheet = usePlanSheet()
  const rescue = useRescue()
  const policy = useFlattenPolicy()
  const noStops = useNoStops()
  const showPosition = useShowPosition()
  const titles = computed(() => titlesOf(portfolio.parts.instruments?.data ?? []))

  /** An action is planned in its sheet, and runs from there. */
  function plan(group: Group, action: Action, name = say(planned(actionTitle(action))), key?: KeyAction): Command {
    return { group, name, key: key && keys.value[key], run: () => sheet.open(action) }
  }

  /** Shows the rows of a list that have the words of `text`. */
  function showRows(list: 'orders' | 'intents', text: string): void {
    void showInList({ kind: 'rows', list, text })
  }

  function waysOut(): readonly Command[] {
    return [
      plan('wayOut', wayOut('flatten', policy.value), undefined, 'flatten'),
      plan('wayOut', wayOut('cancelAll', policy.value)),
      ...CANCELS.map((filter) => plan('wayOut', cancel(filter))),
      ...SIDES.map((side) => plan('wayOut', { kind: 'closeSide', side })),
      ...SHARES.map((action) => plan('position', action)),
      ...(noStops.value === null ? [plan('wayOut', { kind: 'breakEvenAll' })] : []),
      { group: 'wayOut', name: say(planned(message('palette.rescue'))), run: () => rescue.open() },
      ...restores(),
    ]
  }

  /** Spot orders that an earlier action cancelled can be placed again. */
  function restores(): readonly Command[] {
    const rows = journalRows(portfolio.parts.desk?.data?.intents ?? [], titles.value)
    return rows
      .filter((row) => isRestorable(row) && restoreOf(row.key, rows) === null)
      .map(({ key, title }) =>
        plan('orders', { kind: 'restore', intentId: key }, say(planned(message('journal.restoreTitle', { title })))),
      )
  }

  /** Each position with its name, which is the same in all its commands. */
  function heldNow() {
    return (portfolio.parts.positions?.data ?? []).map(({ key, contract }) => ({
      key,
      place: instrumentKey('contract', contract),
      what: t('plain', { text: positionTitle(key) }),
    }))
  }
  type Held = ReturnType<typeof heldNow>

  function ofPositions(held: Held): readonly Command[] {
    const closes = CLOSE_PERCENTS.toReversed().map((percent) => ({
      nameFor: nameOf((what) => planned(actionTitle(closeAtMarket(what, percent)))),
      action: (key: string): Action => closeAtMarket(key, percent),
    }))
    const protections = PROTECTIONS.map(({ code, purpose }) => ({
      nameFor: nameOf((what) => planned(message(code, { what }))),
      action: (key: string) => staged(key, purpose),
    }))
    const verbs = [...closes, ...(noStops.value === null ? protections : [])]
    return held.flatMap(({ key, what }) =>
      verbs.map(({ nameFor, action }) => plan('position', action(key), nameFor(what))),
    )
  }

  /** Cancels of each instrument with open orders: all, and those of a side if there are both. */
  function cancels(ordered: Ordered): readonly Command[] {
    const verbs = ([null, 'buy', 'sell'] as const).map((side) => ({
      side,
      nameFor: nameOf((instrument) => planned(actionTitle(cancel({ area: 'spot', instrument, side })))),
    }))
    return ordered.flatMap(({ area, instrument, title, sides }) =>
      verbs
        .filter(({ side }) => side === null || (sides.size > 1 && sides.has(side)))
        .map(({ side, nameFor }) => plan('orders', cancel({ area, instrument, side }), nameFor(title))),
    )
  }

  /** Each instrument with open orders. */
  function orderedNow() {
    const orders = portfolio.parts.orders?.data?.orders ?? []
    const byPlace = Map.groupBy(orders, ({ area, instrument }) => instrumentKey(area, instrument))
    return [...byPlace].flatMap(([place, of]) => {
      const [first] = of
      if (first === undefined) return []
      const { area, instrument } = first
      const sides = new Set(of.map(({ side }) => side))
      return [{ place, area, instrument, title: titles.value(area, instrument), count: of.length, sides }]
    })
  }
  type Ordered = ReturnType<typeof orderedNow>

  /**
   * Every instrument of the venue, with what is open in it: it leads to the position, else to the orders, else to what
   * was asked for in it. Then each position, and the orders of each instrument, by themselves.
   */
  function instruments(held: Held, ordered: Ordered): readonly Command[] {
    const positionsOf = Map.groupBy(held, ({ place }) => place)
    const ordersOf = new Map(ordered.map(({ place, count }) => [place, count]))
    const show = (name: string, run: () => void): Command => ({ group: 'instrument', name, run })
    /** By how many positions and orders are open in an instrument. */
    const names = new Map<string, (name: string) => string>()
    function nameWith(positions: number, orders: number): (name: string) => string {
      const what = [
        ...(positions > 0 ? [message('positions', { count: positions })] : []),
        ...(orders > 0 ? [message('palette.orders', { count: orders })] : []),
      ]
      const open = what.length === 0 ? message('palette.nothing') : what
      const made =
        names.get(`${positions} ${orders}`) ?? nameOf((name) => message('palette.instrument', { name, what: open }))
      names.set(`${positions} ${orders}`, made)
      return made
    }
    const shown = nameOf((what) => message('palette.show', { what }))
    const nameOfOrders = nameOf((what) => message('palette.ordersOf', { what }))
    const places = (portfolio.parts.instruments?.data ?? []).map((each) => {
      const place = instrumentKey(each.area, instrumentName(each))
      const [positions, orders] = [positionsOf.get(place) ?? [], ordersOf.get(place) ?? 0]
      return { name: instrumentTitle(each), positions, orders, rank: positions.length > 0 ? 0 : orders > 0 ? 1 : 2 }
    })
    return [
      // Nobody who types a coin means first what they do not hold.
      ...places
        .toSorted((one, other) => one.rank - other.rank)
        .map(({ name, positions, orders }) => {
          const [first] = positions
          return show(nameWith(positions.length, orders)(name), () =>
            first ? showPosition(first.key) : showRows(orders > 0 ? 'orders' : 'intents', name),
          )
        }),
      ...held.map(({ key, what }) => show(shown(what), () => showPosition(key))),
      ...ordered.map(({ title }) => show(nameOfOrders(title), () => showRows('orders', title))),
    ]
  }

  /** What getting out of each position and holding costs. */
  function exits(held: Held): readonly Command[] {
    const costOf = nameOf((what) => message('palette.exit', { what }))
    const nameOfPosition = new Map(held.map(({ key, what }) => [key, what]))
    return (portfolio.parts.liquidity?.data?.rows ?? []).map(({ key, area, instrument }) => ({
      group: 'risk',
      name: costOf(area === 'spot' ? key.slice('spot:'.length) : (nameOfPosition.get(key) ?? instrument)),
      run() {
        void showInList({ kind: 'row', list: 'exits', key })
      },
    }))
  }

  /** A watch-only account only shows; nothing is sent for it. */
  return (isWatchOnly: boolean): readonly Command[] => {
    const [held, ordered] = [heldNow(), orderedNow()]
    return [
      ...(isWatchOnly ? [] : [...waysOut(), ...ofPositions(held), ...cancels(ordered)]),
      ...instruments(held, ordered),
      ...exits(held),
    ]
  }
}

/** With an ellipsis, for commands that ask before they act. */
const planned = (action: Fact): Message => message('palette.planned', { action })
