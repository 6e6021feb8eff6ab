/** Checks locked amounts against known orders at every read, and remembers the previous check. */
import { defineStore } from 'pinia'
import { computed, shallowRef, watch, type ComputedRef } from 'vue'
import { conservation, type ConservationRow, type ConservationView, type Reading } from '#shared/desk/conservation.ts'
import type { KeepableRow } from '#shared/domain/account.ts'
import { decimal, type Decimal, type DecimalText } from '#shared/domain/decimal.ts'
import { isConfirmed } from '#shared/domain/kept.ts'
import { decodeOrder } from '#shared/domain/decode.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import type { Parts } from '#shared/snapshot/snapshot.ts'

/** A store, so that the check goes on while another screen is shown. */
export const useConservationStore = defineStore('conservation', () => {
  const portfolio = usePortfolioStore()
  const view = useView(portfolio.parts)
  const rows = shallowRef<readonly ConservationRow[]>([])
  let run: string | null = null
  watch(
    view,
    (now) => {
      const runId = portfolio.header?.runId ?? null
      // Another run of main has another clock, so the times cannot be compared.
      rows.value = now ? conservation(now, run === runId ? rows.value : []) : []
      run = runId
    },
    { immediate: true },
  )
  return { rows }
})

/** The inputs of the check as decimals, each part decoded once; null before the first read of the orders. */
function useView(parts: Partial<Parts>): ComputedRef<ConservationView | null> {
  const balances = computed(() => reading(parts.balances, ({ asset, locked }) => ({ asset, locked: amountOf(locked) })))
  const positions = computed(() =>
    reading(parts.positions, ({ contract, side, pendingCloseVolume }) => ({
      contract,
      side,
      pendingCloseVolume: amountOf(pendingCloseVolume),
    })),
  )
  const marginAccounts = computed(() =>
    reading(parts.marginAccounts, ({ marginCoin, orderMargin }) => ({
      marginCoin,
      orderMargin: amountOf(orderMargin),
    })),
  )
  const orders = computed(() => (parts.orders?.data?.orders ?? []).map(decodeOrder))
  return computed(() => {
    const instruments = parts.instruments?.data
    const scopes = parts.orders?.data?.scopes
    if (!instruments || !scopes) return null
    return {
      instruments,
      balances: balances.value,
      positions: positions.value,
      marginAccounts: marginAccounts.value,
      orders: orders.value,
      scopes,
    }
  })
}

const amountOf = (text: DecimalText | null): Decimal | null => (text === null ? null : decimal(text))

/** Leaves out rows kept from an earlier read: the check compares one moment. */
function reading<E extends KeepableRow, T>(part: Reading<E> | undefined, decode: (row: E) => T): Reading<T> {
  return { data: part?.data?.filter(isConfirmed).map(decode) ?? null, readAt: part?.readAt ?? null }
}
