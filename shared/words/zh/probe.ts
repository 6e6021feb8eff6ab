import type { probe as english } from '../en/probe.ts'

export const probe: Readonly<Record<keyof typeof english, string>> = {
  'probe.addressUnusable': '有一个地址无法使用。',
  'probe.addressRefused': '{address}：{why}',
  'probe.areaUnreached': '无法连接{area}。',
  'probe.keyNotAccepted': '交易所不接受该密钥。',
  'probe.nothingToAsk': '没有可供查询的交易对或合约。',
  'probe.noPair': '没有可供查询的交易对。',
  'probe.noAccount': '无法读取任何账户。',
  'probe.noOpenContract': '没有正在交易的合约可供查询。',
  'probe.noList': '没有可供对照的品种列表。',

  'probe.clockUnusable': '{address} 无法使用。{failure}',
  'probe.checkAddress': '也请检查地址。',
  'probe.clockAhead': '{area}在 {trip} 内应答；其时钟比本机快 {off}，误差 {uncertainty}。',
  'probe.clockBehind': '{area}在 {trip} 内应答；其时钟比本机慢 {off}，误差 {uncertainty}。',
  'probe.clockWholeHours': '正好相差整小时：其中一方把本地时间当作 UTC。',
  'probe.clockAdvice': '请求使用交易所时间，仍可正常工作；请校准本机时钟，显示的时间来自本机。',

  'probe.pairs': '{count} 个交易对。',
  'probe.contracts': '{count} 个合约，其中 {open} 个可交易。',
  'probe.pairsUnread': '无法读取交易对列表。{failure}',
  'probe.contractsUnread': '无法读取合约列表。{failure}',
  'probe.noContracts': '无法读取合约列表。',
  'probe.pairsEmpty': '交易所没有列出可读取的交易对。',
  'probe.contractsEmpty': '交易所没有列出可读取的合约。',
  'probe.entriesUnread': '有 {count} 条无法读取（{path}：{reason}）。',

  'probe.signedWithQuery': '请求连同查询参数一起签名，与通常一致。',
  'probe.signedWithoutQuery': '请求签名不含查询参数，较旧的交易所要求如此。',
  'probe.learnedWithQuery': '请求连同查询参数一起签名，与通常一致；不含查询参数时该交易所拒绝签名。已为该账户记录。',
  'probe.learnedWithoutQuery':
    '请求签名不含查询参数，较旧的交易所要求如此；含查询参数时该交易所拒绝签名。已为该账户记录。',
  'probe.signatureUnclear': '无法判断。{failure}',
  'probe.signatureRefused':
    '交易所拒绝签名：API Secret 不完整或不属于该密钥，或该密钥不允许从您的 IP 地址使用。请从交易所网站重新复制两者，并检查该密钥的权限。',
  'probe.signatureRefusedBothWays':
    '无论是否包含查询参数，交易所都拒绝签名：API Secret 不完整，或不属于该密钥。请从交易所网站重新复制两者。',

  'probe.spotAccount': '持有 {count} 种资产，其中 {inOrders} 种部分被挂单占用。',
  'probe.contractAccount': '{count} 个保证金币种有权益，{positions}。',
  'probe.spotAccountUnread': '无法读取现货账户。{failure}',
  'probe.contractAccountUnread': '无法读取合约账户。{failure}',
  'probe.noSpotAccount': '无法读取现货账户。',

  'probe.rightsNotStated': '交易所未说明密钥的权限。请在交易所网站确认该密钥不能提币，且只能从您的网络地址使用。',
  'probe.mayTrade': '交易所表示允许现货交易。',
  'probe.mayNotTrade': '交易所表示该密钥或其账户不能进行现货交易。请在交易所网站开启，或仅用该密钥查看。',
  'probe.boundToIp': '该密钥只能从已登记的 IP 地址使用。',
  'probe.notBoundToIp': '该密钥可从任何 IP 地址使用。如果您的地址固定，请在交易所网站绑定。',
  'probe.watchOnly': '未询问：该账户仅供查看。',
  'probe.watchMayTrade': '交易所表示该密钥或其账户可以交易。仅查看不需要该权限：请在交易所网站取消。',
  'probe.watchMayNotTrade': '交易所表示不允许交易；仅查看时无需该权限。',
  'probe.mayWithdraw': '交易所表示该密钥或其账户可以提币。Plimsoll 从不提币：请在交易所网站取消该权限。',
  'probe.mayNotWithdraw': '交易所表示不允许提币；请在交易所网站确认这适用于该密钥。',

  'probe.listsArea': '一次请求即可列出全部{area}挂单。',
  'probe.listsOneByOne': '{area}挂单按品种逐个查询。',
  'probe.listsBelieved': '一次查询全部{area}挂单有应答。在没有相反迹象之前予以采信。',
  'probe.listsIncomplete': '一次查询全部{area}挂单有应答，但没有列出占用 {names} 的挂单：同时也逐个查询。',
  'probe.listsUnreadable': '一次查询全部{area}挂单有应答，但其中有无法读取的内容：同时也逐个查询。',
  'probe.listsUnknown': '尚不清楚一次请求能否列出全部{area}挂单。{failure}',

  'probe.candles': '{area}的 1 小时 K 线名为“{word}”。',
  'probe.candlesNotOffered': '{area}不提供 K 线：其图表为空。{failure}',
  'probe.candlesUnread': '无法读取{area} K 线。{failure}',
  'probe.candlesEmpty': '{area}的两种名称都没有小时 K 线：其图表为空。',

  'probe.bookLevels': '{area} {name} 的订单簿返回 {levels} 档，请求 {asked} 档。',
  'probe.bookCap': '{area}订单簿最多返回 {levels} 档，请求 {asked} 档。之外可能还有更多挂单。',
  'probe.bookLimit': '{area}订单簿最多可请求 {asked} 档，返回 {levels} 档。已为该账户记录。',
  'probe.noBook': '{area} {name} 的订单簿为空。Plimsoll 不据此估算成本。',

  'probe.unlistedRefused': '{area}拒绝未列出品种的名称。',
  'probe.unlistedEmptyBook': '对未列出的品种，{area}返回空订单簿。在这里，空订单簿视为没有订单簿。',
  'probe.unlistedBook':
    '对未列出的品种，{area}返回有内容的订单簿。这里的订单簿不能证明属于谁：交易前请与交易所网站核对价格。',

  'probe.noOrderSaid': '订单号不存在时，{area}会如实说明。',
  'probe.noOrderRefused': '{area}拒绝不存在的订单号，但未说明是未知订单（代码 {code}）。订单的结果只能从列表判断。',
  'probe.noOrderUnread': '对不存在的订单号，{area}既不返回订单也不拒绝。订单的结果只能从列表判断。',
  'probe.noOrderInvented':
    '对不存在的订单号，{area}返回了一个订单。它对单个订单的说明不能作为凭据：请与交易所网站核对。',

  'probe.closedNone': '交易所没有列出已停止交易的合约。',
  'probe.closedWithoutBook': '已停止交易：{closed}；查询了 {asked} 个的订单簿，均没有。',
  'probe.closedWithBook':
    '已停止交易：{closed}；查询了 {asked} 个的订单簿，{names} 仍有订单簿。已停止交易合约的订单簿和标记价格不予采用。',

  'probe.marksAgree': '{contracts}的标记价格与其订单簿和指数一致。',
  'probe.marksUnheld': '{contracts}的标记价格没有可对照的数据。',
  'probe.markOffBook':
    '{name} 的标记价格 {mark} 与其订单簿价格 {other} 相差 {off}：那里的保证金和强平以标记价格为准，它可能偏离市场。',
  'probe.markOffIndex':
    '{name} 的标记价格 {mark} 与其指数 {other} 相差 {off}：那里的保证金和强平以标记价格为准，它可能偏离市场。',

  'probe.row.candle': 'K 线',
  'probe.row.trade': '成交',
  'probe.row.order': '订单',
  'probe.row.fill': '我的成交',
  'probe.timesAgree': '{area}{rows}的时间与交易所时钟一致。',
  'probe.timesAhead': '{area}{row}的时间比交易所时钟快 {hours}：看来是本地时间。显示的时间和图表也相差同样多。',
  'probe.timesBehind': '最新的{area}{row}比交易所时钟慢 {hours}：此后没有成交，或者是本地时间。',
  'probe.timesUnknown': '交易所没有可与其时钟对照的 K 线、成交或订单。',

  'probe.callsAsked': '{answered} 个接口有应答。以下接口会产生操作，未查询：{notAsked}。',
  'probe.callsMissing': '此处不提供：{names}。依赖它们的功能无法使用，或显示为未知。',
  'probe.callsSpare': '不提供，也不需要：{names}。',
  'probe.callsUnclear': '无法判断是否提供：{names}。',
  'probe.noClearAnswer': '{call} 的应答不足以判断（{how}）。',
  'probe.venueCode': '代码 {code}',
  'probe.httpStatus': 'HTTP {status}',

  'probe.test.contracts': '合约订单在不实际下单的情况下无法测试。',
  'probe.test.order': '以 {price} {coin} 买入 {quantity} {asset}，远低于市价',
  'probe.test.noPrice': '没有可用于测试订单的价格。{failure}',
  'probe.test.noBook': '{name} 没有订单簿，因此没有测试价格。',
  'probe.test.accepted': '测试订单（{order}）被接受，因此该密钥可以进行现货交易。',
  'probe.test.nothingNew': '没有实际下单：挂单列表没有新增。',
  'probe.test.left': '无法读取测试是否留下了订单（{order}）；请到交易所查看。',
  'probe.test.placed':
    '交易所没有只做检查，而是实际下了测试订单：订单 {id}，{order}。请在交易所撤销，在其作出解释之前不要在此交易。',
  'probe.test.beyondTheKey':
    '测试订单（{order}）因数量或价格被拒绝，而非因密钥：该密钥可以进行现货交易。没有实际下单。{failure}',
  'probe.test.keyRefused': '该密钥不能进行现货交易；没有实际下单。{failure}请在交易所网站开启，或仅用该密钥查看。',
  'probe.test.notOffered': '交易所没有测试订单；密钥能否交易要到第一笔真实订单才知道。{failure}',
  'probe.test.refused': '测试订单（{order}）被拒绝，没有实际下单。{failure}',
  'probe.test.unclear': '无法判断该密钥能否交易。{failure}',
}
