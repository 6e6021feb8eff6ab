/** The simulation: what the account leaves out, and where prices go. State only; nothing is sent. */
import { message, verbatim } from '#shared/words/message.ts'
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Moves, Scenario } from '#shared/risk/stress/scenario-report.ts'

/** The id of moves that the trader set by hand; no scenario in a table has it. */
export const BY_HAND = 'by-hand'

const NOTHING: ReadonlySet<string> = new Set()
const STILL: Moves = { named: {}, others: 0 }

export const useWhatIfStore = defineStore('whatIf', () => {
  /** Keys of positions, and ids of orders, that the simulation leaves out. */
  const leftPositions = shallowRef(NOTHING)
  const leftOrders = shallowRef(NOTHING)
  /** null: prices as they are. */
  const scenario = shallowRef<Scenario | null>(null)
  /** Whether every scenario lasts a day longer, because the venue is down. */
  const isVenueDown = shallowRef(false)
  /** Whether the screen shows a simulation of any kind now: live figures beside it have to be marked as live. */
  const isFramed = shallowRef(false)

  /** The price moves that apply; all zero when prices are as they are. */
  const moves = computed(() => scenario.value?.close ?? STILL)
  const isWithout = computed(() => leftPositions.value.size > 0 || leftOrders.value.size > 0)
  /** Whether the simulation differs from the live account in anything. */
  const isSimulation = computed(() => isWithout.value || scenario.value !== null)

  function leavePosition(key: string, isLeft: boolean): void {
    leftPositions.value = changed(leftPositions.value, key, isLeft)
  }

  function leaveOrder(orderId: string, isLeft: boolean): void {
    leftOrders.value = changed(leftOrders.value, orderId, isLeft)
  }

  /** Drops positions and orders that no longer exist from those left out. */
  function keepOnly(positions: ReadonlySet<string>, orders: ReadonlySet<string>): void {
    leftPositions.value = kept(leftPositions.value, positions)
    leftOrders.value = kept(leftOrders.value, orders)
  }

  function choose(chosen: Scenario | null): void {
    scenario.value = chosen
  }

  /** Sets the moves by hand. Moves of zero leave prices as they are. */
  function setMoves(next: Moves): void {
    const isStill = next.others === 0 && Object.values(next.named).every((move) => move === 0)
    scenario.value = isStill
      ? null
      : { id: BY_HAND, name: message('app.movesByHand'), about: verbatim(''), close: next, low: next }
  }

  /** Sets the move of one asset; null: of every asset without a move of its own. */
  function move(asset: string | null, to: number): void {
    const { named, others } = moves.value
    setMoves(asset === null ? { named, others: to } : { named: { ...named, [asset]: to }, others })
  }

  /** Prices and positions as they are. */
  function backToLive(): void {
    leftPositions.value = NOTHING
    leftOrders.value = NOTHING
    scenario.value = null
    isVenueDown.value = false
  }

  return {
    leftPositions,
    leftOrders,
    scenario,
    isVenueDown,
    isFramed,
    moves,
    isWithout,
    isSimulation,
    leavePosition,
    leaveOrder,
    keepOnly,
    choose,
    setMoves,
    move,
    backToLive,
  }
})

function changed(set: ReadonlySet<string>, key: string, isIn: boolean): ReadonlySet<string> {
  const others = [...set].filter((each) => each !== key)
  return new Set(isIn ? [...others, key] : others)
}

/** Returns the same set if nothing was removed, so that nothing is computed again. */
function kept(set: ReadonlySet<string>, present: ReadonlySet<string>): ReadonlySet<string> {
  const left = [...set].filter((each) => present.has(each))
  return left.length === set.size ? set : new Set(left)
}
