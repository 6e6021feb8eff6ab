import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'

/**
 * Which prices move along the axis of a load line: all alike, one coin alone, or one and the rest by their betas to it.
 */
export interface MovedPrices {
  readonly kind: 'all' | 'coin' | 'beta'
  /** Empty when all move. */
  readonly asset: string
}

export const ALL_PRICES: MovedPrices = { kind: 'all', asset: '' }

/** "common price move", "move of ETH alone". */
export function moveName({ kind, asset }: MovedPrices): Message {
  return message(`loadLine.move.${kind}`, { asset })
}

/** "all prices fall 12 %", "ETH alone rises 3 %", "BTC falls 5 %, the rest by beta"; `size` without a sign. */
export function moveSentence({ kind, asset }: MovedPrices, isFall: boolean, size: string): Message {
  return message(`loadLine.${isFall ? 'fall' : 'rise'}.${kind}`, { asset, size })
}

/** The same as a heading: "All prices −12 %". */
export function moveTitle({ kind, asset }: MovedPrices, shock: string): Message {
  return message(`loadLine.at.${kind}`, { asset, shock })
}
