import type { main as english } from '../en/main.ts'

export const main: Readonly<Record<keyof typeof english, string>> = {
  'main.leave.plimsoll': '退出 Plimsoll？',
  'main.leave.plimsollWhy': '以下内容会在交易所继续，无人看管',
  'main.leave.account': '离开该账户？',
  'main.leave.accountWhy': '当前打开的账户还有以下操作在进行',
  'main.leave.stay': '留下',
  'main.leave.anyway': '仍要离开',
  'main.closing': 'Plimsoll 正在关闭。',
  'main.noAccount': '没有打开任何账户，请先打开一个。',
  'main.otherAccount': '期间已打开另一个账户，未发送任何请求。请重新查看后再操作。',

  'main.fault.title': 'Plimsoll 已停止交易',
  'main.fault.why': 'Plimsoll 自身出现故障，已停止交易；请重新启动。',
  'main.fault.screen': '不再发送任何请求，屏幕上的内容可能有误。',
  'main.fault.atVenue': '交易所中的订单和持仓保持原样：请在交易所网站或应用查看。',
  'main.fault.journal': '已发出的请求保留在日志中。下次启动时，Plimsoll 会先查明其结果，再进行交易。',
  'main.fault.close': '关闭 Plimsoll',

  'main.noJournal': 'Plimsoll 无法打开交易日志',
  'main.newJournal': 'Plimsoll 启用了新的交易日志',
  'main.noHistory': 'Plimsoll 启动时没有价格历史',
  'main.noEvents': 'Plimsoll 启动时没有事件记录',
}
