import type { account as english } from '../en/account.ts'

export const account: Readonly<Record<keyof typeof english, string>> = {
  'account.neverRead': '尚未读取。',
  'account.noNewerRead': '没有更新的读取结果。',
  'account.notAgain': '未能再次读取：{why}',
  'account.rowsUnread': '{count} 行无法读取。',
  'account.rowsUnreadOf': '{count} 行无法读取：{names}。',
  'account.lists': '尚未读取：{names}。',
  'account.failing': '未能再次读取：{names}。',
  'account.cut': '超过交易所一次列出的数量：{names}。',
  'account.blind': '不清楚哪里可能有订单：{areas}。',

  'account.plansCut': '进行中：{count} 个计划。不再为其查看或发送任何请求。',
  'account.unsent': '尚未发送，也不会发送：您要求的 {count} 个请求。',
  'account.onTheirWay':
    '已发出：{count} 个请求。Plimsoll 会等待几秒钟的应答；届时仍未确定的保留在日志中，下次打开该账户时再查找。',
  'account.effectUnknown': '结果未知：{count} 个请求。下次打开该账户时，Plimsoll 会再次查找。',
  'account.forHumans': '请到交易所网站查看：{count} 个 Plimsoll 无法确定的请求。',
  'account.positionsNotRead': '持仓：未知，尚未读取合约账户。',
  'account.held': '持有：{count} 个持仓，其中 {bare} 个没有由 Plimsoll 设置的覆盖全部仓位的止损。',
  'account.unconfirmed': '未确认：其中 {count} 个持仓未能再次读取。',
  'account.morePositions': '有持仓无法读取：可能还有更多。',
  'account.positionsUnknown': '持仓：{why}',
  'account.looseStops': '没有对应持仓：交易所可能仍有 {count} 笔保护订单。',
  'account.openOrders': '挂单：{kinds}。',
  'account.onSpot': '现货 {count} 笔',
  'account.mayOpen': '可能开仓或加仓的合约订单 {count} 笔',
  'account.wouldClose': '平仓订单 {count} 笔',
  'account.ordersUnread': '尚未读取 {count} 个合约或交易对的订单。',
  'account.moreOrders': '挂单可能更多：{why}',
  'account.asRead': '以上为 {age}前读取的内容。',
}
