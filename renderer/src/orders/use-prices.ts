import { computed } from 'vue'
import type { Order } from '#shared/domain/order.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'

/** The newest prices of an order's instrument, each with its own read. */
export function usePrices(order: () => Pick<Order, 'area' | 'instrument'>) {
  const { parts } = usePortfolioStore()
  return computed(() => {
    const { area, instrument } = order()
    const quote = parts.quotes?.data?.find((each) => each.area === area && each.instrument === instrument) ?? null
    const readAt = (at: number | null | undefined) => (parts.quotes ? { ...parts.quotes, readAt: at ?? null } : null)
    return { quote, lastRead: readAt(quote?.lastAt), markRead: readAt(quote?.mark ? quote.readAt : null) }
  })
}
