/** The title of an action, shared by the window and the native dialogs. */
import type { Action, ActionOf, CloseSize, OrderFilter } from './action.ts'
import { decimal } from '../domain/decimal.ts'
import type { Fact, Message } from '../domain/message.ts'
import { isAmount } from '../words/amount-text.ts'
import { asIdentified, type TitleOf } from '../words/instrument-words.ts'
import { amount, message, positionTitle } from '../words/message.ts'

/** "Close short E-ETH-USDT isolated at market", "Cancel all orders of BTC/USDT". */
export function actionTitle(action: Action, titleOf: TitleOf = asIdentified): Message {
  switch (action.kind) {
    case 'cancelOrder': {
      const { area, instrument, orderId } = action
      return message('desk.cancelOrder', { instrument: titleOf(area, instrument), id: orderId.slice(-6) })
    }
    case 'cancelOrders':
      return message('desk.cancelOrders', { count: action.orders.length })
    case 'cancelMatching':
      return cancelTitle(action.filter, titleOf)
    case 'closePosition':
      return closeTitle(action)
    case 'closeSide':
      return message(`desk.closeSide.${action.side}`)
    case 'reduceAll': {
      const { side, percent, tactic } = action
      const which = side ?? 'both'
      const title =
        percent === 100 ? message(`desk.closeAll.${which}`) : message(`desk.reduceAll.${which}`, { percent })
      return atDistance(title, tactic)
    }
    case 'reduce': {
      const [first] = action.closes
      const count = action.closes.length
      const what = count === 1 && first ? reducedPart(first) : message('positions', { count })
      return atDistance(message('desk.reduce', { what }), action.tactic)
    }
    case 'flatten': {
      const { spot, tactic } = action
      const title = message(`desk.flatten.${spot}`)
      // Spot is sold at market all the same.
      return tactic ? message('desk.at.positions', { title, percent: typedAmount(tactic.percent) }) : title
    }
    case 'protect': {
      const { trigger } = action
      const at = trigger.kind === 'breakEven' ? message('desk.breakEven') : typedAmount(trigger.price)
      return message(`desk.protect.${action.purpose}`, { what: partOf(action), trigger: at })
    }
    case 'breakEvenAll':
      return message('desk.breakEvenAll')
    case 'restore':
      return message('desk.restore')
  }
}

/** "Reduce every position by 50 %, at most 0.5 % away" */
function atDistance(title: Message, tactic: ActionOf<'reduceAll' | 'reduce'>['tactic']): Message {
  return tactic ? message(`desk.at.${tactic.kind}`, { title, percent: typedAmount(tactic.percent) }) : title
}

/** "Close long E-BTC-USDT cross at market, at most 0.5 % away" */
function closeTitle(action: Extract<Action, { kind: 'closePosition' }>): Message {
  const { tactic } = action
  const what = partOf(action)
  switch (tactic.kind) {
    case 'market':
    case 'chase':
      return message(`desk.close.${tactic.kind}`, { what })
    case 'capped':
    case 'offset':
      return message(`desk.close.${tactic.kind}`, { what, percent: typedAmount(tactic.percent) })
    case 'limit':
      return message('desk.close.limit', { what, price: typedAmount(tactic.price) })
  }
}

/** "short E-ETH-USDT isolated by 420 ct" */
export function reducedPart({ positionKey, volume }: Extract<Action, { kind: 'reduce' }>['closes'][number]): Message {
  return message('desk.reducePart', { position: positionTitle(positionKey), volume: typedAmount(volume) })
}

function cancelTitle({ area, instrument, side, closing }: OrderFilter, titleOf: TitleOf): Message {
  const kind = side ?? 'both'
  const orders =
    area === null
      ? message(`desk.orders.${kind}`)
      : instrument === null
        ? message(`desk.orders.${area}.${kind}`)
        : message(`desk.ordersOf.${kind}`, { instrument: titleOf(area, instrument) })
  // Spot orders do not open or close positions.
  return message(closing || area === 'spot' ? 'desk.cancelAll' : 'desk.cancelOpening', { orders })
}

/** "50 % of short E-ETH-USDT isolated"; only the position when the size is 100 %. */
function partOf({ positionKey, size }: { readonly positionKey: string; readonly size: CloseSize }): Fact {
  const position = positionTitle(positionKey)
  if (size.kind === 'volume') return message('desk.part', { volume: typedAmount(size.volume), position })
  return size.percent === 100 ? position : message('desk.share', { percent: size.percent, position })
}

/** An amount as typed; "…" until it is a valid number. */
function typedAmount(text: string): Fact {
  return isAmount(text) ? amount(decimal(text)) : '…'
}
