import type { preset as english } from '../en/preset.ts'

export const preset: Readonly<Record<keyof typeof english, string>> = {
  'preset.covers.both': '现货和合约',
  'preset.covers.spot': '仅现货',
  'preset.covers.contract': '仅合约',
  'preset.notVerified': '未经我们验证',
  'preset.kind.documented': '据文档',
  'preset.kind.probedByOthers': '他人检测过',
  'preset.evidence': '{kind}，{date}',

  'preset.quirk.bitrue.soldAtMarket': 'Spot 的委托不会自动放弃订单簿接不住的数量：Plimsoll 在此以市价卖出。',
  'preset.quirk.bitrue.ownLeverage': '每笔合约委托都必须带上该合约所设的杠杆：Plimsoll 使用该仓位的杠杆。',
  'preset.quirk.bitrue.noTriggers': '不接受条件单、测试委托和批量撤单，也不列出历史委托和已平仓位。',
  'preset.quirk.bitrue.listedOneByOne': '未成交委托只能逐个交易对列出。',
  'preset.quirk.bitrue.shares': 'USDT 和 USDC 的 764 个合约中有 176 个以股票和商品为标的：相应市场休市时其指数不动。',
  'preset.quirk.bittime.privateUnseen': '合约的私有接口未曾见过：按 Bitrue 的处理，其公共接口与之相同。',
  'preset.quirk.bittime.markIsLast': '标记价格就是该交易所自己的最新价：一笔异常成交就会影响保证金率和强平。',
  'preset.quirk.bittime.thinnerBook':
    '该交易所网站上的合约订单簿与此接口不同，而且更薄：平仓的成本可能高于订单簿所示。',
  'preset.quirk.bittime.oneRefusal': '密钥错误、时间错误和地址不在白名单，都用同一个拒绝来表示。',
  'preset.quirk.bittime.candlesUnknown': 'Spot 是否有 K 线未知。',
  'preset.quirk.coinchief.alsoOmnix': '该交易所也叫 OmniX。',
  'preset.quirk.coinchief.indexStill':
    '2026 年 9 月，39 个合约中有 26 个指数停滞，与订单簿相差 4 % 至 68 %：保证金率和强平价可能偏差很大。',
  'preset.quirk.coinchief.emptyBook': '不存在的合约可能返回空订单簿。',
  'preset.quirk.coinchief.privateUnseen': '私有接口未曾见过：按通常情况处理。',
  'preset.quirk.darkex.otherInterface':
    '该交易所还有另一套接口，位于 trade-api.darkex.live；为那套接口创建的密钥在这里会被拒绝。',
  'preset.quirk.darkex.longNames': '合约名称形如 USDT1791-BTC-USDT。',
  'preset.quirk.darkex.documentUnseen': '合约接口的文档未曾见过：按通常情况处理。',
  'preset.quirk.fameex.noSpot':
    '不含 Spot：其账户接口只回答所指定的币种，最多 20 个，未指定的币种会被遗漏。您可以用交易所配置指定自己的币种。',
  'preset.quirk.fameex.closedBook':
    '已停止交易的合约仍返回由旧委托组成的订单簿；2026 年 9 月，246 个合约中有 33 个如此。',
  'preset.quirk.fameex.sizeNotStated': '六个以股票和新币为标的的合约未给出以币计的面值：其乘数以 USDT 给出。',
  'preset.quirk.fameex.noLimits': '合约未公布频率限制：遵守通常的限制。',
  'preset.quirk.fameex.noCandles': '在唯一一次见到的调用中，合约 K 线为空。',
  'preset.quirk.fameex.noClosedProfit': '文档中没有已平仓盈亏的接口。',
  'preset.quirk.koinbay.manyClosed': '约四分之一的合约已停止交易；停止交易的合约仍有价格，但都是旧的。',
  'preset.quirk.koinbay.lateCancels': '撤单生效较慢：委托可能有一段时间显示为撤单中。',
  'preset.quirk.koinbay.candleWord': '合约一小时 K 线的写法，文档与实际接口不一致；两种都会查询。',
  'preset.quirk.odyssey.old': '对该交易所的了解是两年前的。',
  'preset.quirk.odyssey.sizeIsValue': '开仓的市价委托以价值为数量，因此不发送此类委托。',
  'preset.quirk.xme.wasVoox': '该交易所曾名 VOOX。',
  'preset.quirk.xme.closedBook':
    '已停止交易的合约返回由旧委托组成的完整订单簿和旧的标记价格，且不报错；2026 年 9 月，343 个合约中有 77 个如此。',
  'preset.quirk.xme.thirtyLevels': '订单簿每侧 30 档。',
  'preset.quirk.xme.nothingPublished': '未公布有关密钥、委托和限制的信息：按通常情况处理。',
  'preset.quirk.xme.chineseRefusals': '拒绝以 HTTP 200 和中文文本返回。',
  'preset.quirk.zke.twoKeys': 'Spot 和合约可能需要各自的密钥；这里一个账户只有一个密钥。',
  'preset.quirk.zke.sizesAreContracts': '委托带有 futures-version 101 和 orderUnit 2，表示数量以张计。',
  'preset.quirk.zke.versionTwo': '帮助页面用的是 Spot 第 1 版，该交易所较新的客户端用第 2 版：这里使用第 2 版。',
  'preset.moved': '{area}位于 {address}。',
  'preset.notCovered': '不再包含{area}。',
  'preset.noLonger': '不再适用：{difference}',
}
