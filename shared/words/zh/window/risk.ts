import type { risk as english } from '../../en/window/risk.ts'

export const risk: Readonly<Record<keyof typeof english, string>> = {
  'risk.tab.stress': '压力测试',
  'risk.tab.var': 'VaR',
  'risk.tab.correlation': '相关性',
  'risk.tab.liquidity': '流动性',
  'risk.tab.funding': '资金费率',
  'risk.try': '{name}：{what}',
  'risk.tryName': '{name}：',

  'risk.unit.cross': '{coin} 全仓',

  'risk.doubtful': '价格可疑',
  'risk.restsOn': '依据的价格可疑：{names}。',
  'risk.doubt.jump': '{instrument}：{field}从 {from} 变为 {to}，没有其他价格印证。',
  'risk.doubt.odd': '{instrument}：{field} {to} 与其他价格不符。',
  'risk.doubt.markOffBook': '{instrument}：标记价格 {mark} 偏离订单簿 {gap}。',
  'risk.doubt.markOffIndex': '{instrument}：标记价格 {mark} 偏离指数 {gap}。',
  'risk.doubt.markFrozen': '{instrument}：标记价格连续 {reads} 次读取没有变动，而订单簿变动了 {moved}。',
  'risk.doubt.closedBook': '{instrument} 已停止交易：订单簿是遗留的，没有价格。',
  'risk.price.mark': '标记价格',
  'risk.price.book': '买一卖一价',
  'risk.price.last': '最新成交价',
  'risk.price.index': '指数价格',

  'risk.hidden': '{band} 个百分点：读取之后价格可能造成的变化（一个标准差，按分钟波动率和最旧的价格或持仓的时间计算）',
  'risk.totals.everyPrice': '全部价格',
  'risk.orders.atLeast': '至少 {number}',

  'risk.candles': '正在等待日 K 线：{all} 个资产中已有 {have} 个。',
  'risk.noDays': '没有数据',
  'risk.days': '{count} 天，{from} 至 {to}',
  'risk.input.dailyReturns': '日收益率',
  'risk.input.own': '有自身历史价格（按敞口）',
  'risk.input.proxied': '由其他资产代替',
  'risk.input.uncovered': '没有历史价格',
  'risk.input.gross': '总敞口',
  'risk.oldDays.unknown': '不清楚这些数据有多旧，最新一天为 {day}：尚未读取交易所时钟。',
  'risk.oldDays': '最新一天 {day} 已结束 {count} 天：VaR、Beta 和相关性是当时的，不是现在的。',
  'risk.oldAsset': '{asset} {day}',
  'risk.oldAssets': '最新一天已结束三天以上：{assets}。其 Beta 和相关性是当时的。',
}
