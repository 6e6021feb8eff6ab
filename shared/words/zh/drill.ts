import type { drill as english } from '../en/drill.ts'

export const drill: Readonly<Record<keyof typeof english, string>> = {
  'drill.accountUnread': '无法读取账户：{why}',

  'drill.cannotSign': '密钥无法签名。{failure}',
  'drill.keyRefused': '签名用时 {took}，但交易所拒绝该密钥。{failure}',
  'drill.keyUnproved': '签名用时 {took}；没有签名查询得到应答，因此尚不清楚交易所是否接受该密钥。',
  'drill.slowSigning': '签名用时 {took}：超过 {most} 会拖慢每一笔订单。',
  'drill.keyTaken': '签名用时 {took}；交易所接受该密钥。',

  'drill.clockUnmeasured': '无法测量交易所时钟。{failure}',
  'drill.clockAhead': '交易所时钟比本机快 {off}，误差 {uncertainty}。',
  'drill.clockBehind': '交易所时钟比本机慢 {off}，误差 {uncertainty}。',
  'drill.clockAllowedFor': '下单时已考虑。',
  'drill.slowLine': '线路较慢，订单可能因时间戳被拒绝。',

  'drill.areaUnread': '无法读取{area}账户。',
  'drill.spotRead': '一次签名账户查询在 {trip} 内应答。',
  'drill.contractReads': '{count} 次签名账户查询：通常 {typical} 应答，95% 在 {p95} 以内。',
  'drill.readLost': '{wanted} 次查询中有一次没有应答。{failure}',
  'drill.entriesUnread': '其中 {count} 条无法读取，不计入任何计划。',

  'drill.positionsUnread': '无法读取持仓。',
  'drill.noPosition': '没有持仓。',
  'drill.contractsUnknown': '部分持仓无法读取：其合约未知。',
  'drill.unlisted': '不在交易所合约列表中：{names}。下单限制未知。',
  'drill.traded': '交易所正在交易 {names}。',
  'drill.noneClosable': '现在没有持仓可以平仓。',
  'drill.sizes': '{positions}，{orders}。',
  'drill.sizesClipped': '{positions}，{orders}；最大的一个拆成 {most} 笔。',
  'drill.left': '现在无法平仓：{rests}。',
  'drill.leftLong': '{contract} 多头 {held} 张中的 {left} 张',
  'drill.leftShort': '{contract} 空头 {held} 张中的 {left} 张',
  'drill.orders': '{count} 笔订单',

  'drill.banned': '{area}已封禁本机地址：{wait} 后恢复请求。在此之前请使用交易所网站或应用。',
  'drill.backingOff': '{area}要求降低频率；{wait} 后恢复请求。',
  'drill.weightUsed': '{area}每分钟权重 {limit} 已用 {used}。',
  'drill.callsTaken': '{pool} 的 {limit} 次请求现有 {free} 次可用，需要 {wanted} 次。',
  'drill.othersWait': '其余需等待。',
  'drill.nothingWanted': '交易所限额有余；现在不需要使用。',
  'drill.room': '交易所限额现在足够 {count} 次请求。',

  'drill.nothingToLeave': '没有需要退出的：没有挂单，也没有持仓。',
  'drill.plan': '全部平仓将发送 {requests}，撤销 {orders}：约 {likely} 后清仓，95\u202f% 的情况下不超过 {p95}。',
  'drill.requests': '{count} 次请求',

  'drill.balancesUnread': '无法读取现货余额。',
  'drill.testPlaced':
    '交易所没有只做检查，而是实际下了测试订单。请在交易所查看，在其作出解释之前不要在此交易。订单为：{sell}。',
  'drill.testRefused': '被拒绝：{sell}。',
  'drill.testUnclear': '没有明确应答：{sell}。',
  'drill.lookAtVenue': '请到交易所查看。',
  'drill.testUnseen':
    '交易所接受了 {sell} 的测试。它不显示单个订单，Plimsoll 无法查看是否实际下单：请到交易所查看。没有继续测试。',
  'drill.noTestOrder': '交易所没有测试订单：能否卖出要到第一笔真实订单才知道。',
  'drill.nothingToTest': '现货没有可用于测试卖出的资产。',
  'drill.dust': '其价值太小，不构成妨碍。',
  'drill.tested': '交易所检查了 {count} 笔卖出，均未实际下单：{sells}。',
  'drill.untested': '未测试：{sells}。',
  'drill.allInOrders': '{asset}（全部在挂单中）',
}
