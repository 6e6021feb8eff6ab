import type { how as english } from '../../en/window/how.ts'

const SIZE = '数量：张数 × 面值，或币数；成本以保证金币种计，按其价格显示。'
const CONTRACT_UNITS = '合约的订单簿数量和成交量按张数理解：交易所未说明单位。'
const LIQUIDATED = '保证金率降到要求值时，该单位被强平。'
const RISK_METRICS = 'RiskMetrics 1996'
const EULER = 'Euler 分配：Tasche 1999'
const CHRISTOFFERSEN = 'Christoffersen 1998'
const WILDER = 'Wilder 1978'

export const how: Readonly<Record<keyof typeof english, string>> = {
  'how.ask': '如何计算？{title}',
  'how.madeFrom': '数据来源',
  'how.value': '数值',
  'how.age': '距今',
  'how.own': '由本报告的数据直接算得',

  'how.exitPrice.title': '平均退出价',
  'how.exitPrice.formula': '正向：Σ 数量 × 价格 / Σ 数量\n反向：Σ 张数 / Σ (张数 / 价格)',
  'how.exitPrice.note': '多头卖给买盘，空头从卖盘买入。',

  'how.slippage.title': '滑点',
  'how.slippage.formula': 's (中间价 − 均价) / 中间价 × 10 000，单位为基点',

  'how.markGap.title': '标记价至中间价',
  'how.markGap.formula': '正向：s × 数量 × (标记价 − 中间价)\n反向：s × 数量 × (1 / 中间价 − 1 / 标记价)',
  'how.markGap.note': `账户按标记价格估值，订单在订单簿成交。只采用与订单簿相隔 2 秒以内读取的标记价格：否则两者之差可能是价格变动。${SIZE}`,

  'how.spreadCost.title': '价差',
  'how.spreadCost.formula': '正向：abs(中间价 − 最优价) × 数量\n反向：abs(1 / 最优价 − 1 / 中间价) × 数量',
  'how.spreadCost.note': SIZE,

  'how.depthCost.title': '订单簿内',
  'how.depthCost.formula':
    '正向：abs(最优价 − 均价) × 订单簿内的数量\n反向：abs(1 / 均价 − 1 / 最优价) × 订单簿内的数量',
  'how.depthCost.note': `进入订单簿同一侧的全部数量共用一个均价。${SIZE}`,

  'how.impactCost.title': '订单簿外',
  'how.impactCost.formula':
    '峰值 = 日 σ √(剩余 / 日成交量)\n剩余部分价格 = 最后一档价格 × (1 − 2s/3 · 峰值)\n成本：从最优价到该价格，算法同订单簿内',
  'how.impactCost.note': `超过日成交量的十分之一时不作估算。${CONTRACT_UNITS}`,
  'how.impactCost.source': '平方根定律：Donier & Bonart 2015',

  'how.closingFee.title': '手续费',
  'how.closingFee.formula': '退出价值 × 手续费率',
  'how.closingFee.note':
    '有自己的成交时用其费率，否则用交易所列出的费率。交易所未列出时：合约取该持仓所示的最高费率，可能高于实际收取；现货假设为 0.1 %。',

  'how.exitCost.title': '退出成本',
  'how.exitCost.formula': '标记价至中间价 + 价差 + 订单簿内 + 订单簿外 + 手续费',
  'how.exitCost.note': '全部立即按市价。有一项未知时，总成本即未知。只有标记价至中间价可以略去，界面会说明。',

  'how.exitPnl.title': '现在平仓的盈亏',
  'how.exitPnl.formula': '按标记价格的累计盈亏（含手续费和资金费用）− 退出成本',

  'how.depthShare.title': '占订单簿的比例',
  'how.depthShare.formula': '数量 / 订单簿在中间价上下范围内的数量',
  'how.depthShare.note': `≤：读到的订单簿未覆盖整个范围，实际可能更多。${CONTRACT_UNITS}`,

  'how.clips.title': '所需订单数',
  'how.clips.formula': 'ceil(数量 / 最大市价单)，按数量和按价值',
  'how.clips.note': '现货交易所未给出最大订单：按一笔计。',

  'how.apiSeconds.title': '受交易所频率限制的秒数',
  'how.apiSeconds.formula': 'floor((撤单数 − 1) / 限额) × 窗口 + floor((订单数 − 1) / 限额) × 窗口',
  'how.apiSeconds.note': '现货：2 秒 100 次。合约：2 秒 20 次撤单；下单未公布限额，假设相同。',

  'how.participationSeconds.title': '按成交量的秒数',
  'how.participationSeconds.formula': '数量 / (10 % × 日成交量) × 86 400 秒',
  'how.participationSeconds.note': CONTRACT_UNITS,
  'how.participationSeconds.source': '参与率：Almgren & Chriss 2000',

  'how.stressedMarket.title': '压力市场',
  'how.stressedMarket.formula':
    '订单簿每一档 × {depthLeft}\n日 σ × σ(波动最大的连续 30 天) / σ(全部天数)，均值 0，至少为 1\n不足 60 天：日 σ × {volatilityFactor}',
  'how.stressedMarket.note':
    '假设值。中间价、最优价、日成交量和交易所限额保持不变，因此标记价至中间价、价差和时间也不变。',

  'how.liquidationValue.title': '现在退出所得',
  'how.liquidationValue.formula': '总权益 − 全部退出成本',
  'how.liquidationValue.note': '未知的成本没有计入，因此这是最多能得到的金额。有持仓没有价格时，此项未知。',

  'how.exitCovered.title': '覆盖',
  'how.exitCovered.formula': 'Σ 成本已知的退出价值 / Σ 有价格的全部退出价值',
  'how.exitCovered.note': '有持仓没有价格或有资产未读取时，此项未知。',

  'how.historicalVar.title': 'VaR，历史模拟',
  'how.historicalVar.formula': 'x = 当前持仓在过去每一天的盈亏\nVaR = −分位数(x, 1 − 置信度)，在最近的两天之间插值',
  'how.historicalVar.note': '一天，持仓不变，每个价格完整重估。95 % 需要 100 天，99 % 需要 250 天。',
  'how.historicalVar.source': 'Hyndman & Fan 1996，第 7 型',

  'how.historicalEs.title': '预期亏损，历史模拟',
  'how.historicalEs.formula': 'ES = 最差的 (1 − 置信度) 天数的平均亏损，\n其中最后一天按其所占份额计',
  'how.historicalEs.note': '超出 VaR 的一天平均亏多少。不会低于 VaR。',
  'how.historicalEs.source': 'Acerbi & Tasche 2002；Rockafellar & Uryasev 2002',

  'how.filteredHistorical.title': 'VaR，过滤历史模拟',
  'how.filteredHistorical.formula':
    'z(t) = x(t) / σ(t)，σ(t) 由 t 之前的天数得出（EWMA 0.94）\n情景 = z × 明日 σ；其后同历史模拟',
  'how.filteredHistorical.note': '以今天的波动率重演过去。',
  'how.filteredHistorical.source': 'Hull & White 1998',

  'how.ewmaVar.title': 'VaR，EWMA',
  'how.ewmaVar.formula': 'σ² = Σ w x²，w 每天乘以 0.94，Σ w = 1，均值 0\nVaR = −z σ，ES = φ(z) σ / (1 − 置信度)',
  'how.ewmaVar.source': RISK_METRICS,

  'how.gaussianVar.title': 'VaR，正态',
  'how.gaussianVar.formula': 'VaR = −均值 − z σ，ES = −均值 + φ(z) σ / (1 − 置信度)',
  'how.gaussianVar.note': '加密资产的尾部比正态分布更厚。',
  'how.gaussianVar.source': 'Jorion 2006',

  'how.cornishFisherVar.title': 'VaR，Cornish–Fisher',
  'how.cornishFisherVar.formula':
    'h = z + (z²−1)S/6 + (z³−3z)K/24 − (2z³−5z)S²/36\nVaR = −均值 − σ h\nES = −均值 + σ φ(h) (1 + S h³/6 + K (h⁴−2h²−1)/24\n     + S² (h⁶−9h⁴+9h²+3)/72) / (1 − 置信度)',
  'how.cornishFisherVar.note':
    'S 为偏度，K 为超额峰度。ES 取 Edgeworth 密度在 h 以外的部分，且不低于 VaR。仅在修正后的分位数仍随 z 上升时显示。',
  'how.cornishFisherVar.source': 'Cornish & Fisher 1938；ES：Boudt, Peterson & Croux 2008；适用范围：Maillard 2012',

  'how.varInterval.title': 'VaR 的 95 % 区间',
  'how.varInterval.formula': '排序后各天的秩 l 和 u，使\nB(l−1; n, 1−c) ≤ 2.5 % 且 B(u−1; n, 1−c) ≥ 97.5 %',
  'how.varInterval.note': '天数太少而没有这样的秩时，该端未知。',
  'how.varInterval.source': '次序统计量：David & Nagaraja 2003',

  'how.varWithLiquidation.title': '含强平的 VaR',
  'how.varWithLiquidation.formula': '同历史模拟，但当日结束时权益降到要求值的\n保证金单位价值归零',
  'how.varWithLiquidation.note': '已在强平中的单位每天都算作全部损失；负债仍是负债。不含日内低点：由压力测试检验。',

  'how.worstDay.title': '最差一天',
  'how.worstDay.formula': '相同各天中 Σ 持仓按当日收益率的盈亏的最小值',

  'how.proxiedShare.title': '替代数据的比例',
  'how.proxiedShare.formula':
    'Σ abs(有替代天数的资产敞口) / 总敞口\n缺失的一天 = β × 基准收益率 + 该资产自身天数的残差',
  'how.proxiedShare.note': '自身数据不足 60 天的资产取 β 1.5，且自身波动率每天至少 6 %。',

  'how.componentEs.title': '预期亏损的分量',
  'how.componentEs.formula': '该资产在构成 ES 的各天中的平均亏损',
  'how.componentEs.note': '各项之和为 ES。为负：该资产起对冲作用。',
  'how.componentEs.source': EULER,

  'how.componentVar.title': 'VaR 的分量',
  'how.componentVar.formula': '该资产在 VaR 所处的两天中的亏损，按权重计',
  'how.componentVar.note': '各项之和为 VaR。只依据两天：ES 的分量更稳定。',
  'how.componentVar.source': EULER,

  'how.marginalVar.title': '边际 VaR',
  'how.marginalVar.formula': '−均值(i) − z (Σ e)(i) / σ',
  'how.marginalVar.note': '该资产每增加一单位计价币种，正态 VaR 的变化。',
  'how.marginalVar.source': EULER,

  'how.incrementalVar.title': '增量 VaR',
  'how.incrementalVar.formula': '整体的 VaR − 去掉该资产后的 VaR',
  'how.incrementalVar.note': '去掉该资产后重新计算；各项之和不等于总数。',
  'how.incrementalVar.source': 'Jorion 2006',

  'how.backtest.title': '回测',
  'how.backtest.formula': '每天的 VaR 只由之前的天数得出\n超出：盈亏 < −VaR',
  'how.backtest.note': '以当前持仓对应过去各天：检验的是模型，不是交易。',
  'how.backtest.source': CHRISTOFFERSEN,

  'how.kupiec.title': 'Kupiec：超出次数是否正确',
  'how.kupiec.formula': 'LR = −2 ln((1−p)^(T−x) p^x / ((1−x/T)^(T−x) (x/T)^x)) ~ χ²(1)',
  'how.kupiec.source': 'Kupiec 1995',

  'how.christoffersen.title': 'Christoffersen：超出是否相互独立',
  'how.christoffersen.formula': 'LR 由超出之后再超出的次数得出 ~ χ²(1)\n两项检验合并：两者之和 ~ χ²(2)',
  'how.christoffersen.source': CHRISTOFFERSEN,

  'how.trafficLight.title': '红绿灯',
  'how.trafficLight.formula': '99 % 置信度 250 天：绿灯超出 0–4 次，黄灯 5–9 次，红灯 10 次起',
  'how.trafficLight.source': '巴塞尔委员会 1996',

  'how.correlation.title': '相关性',
  'how.correlation.formula': '简单日收益率的相关性，取全部资产共有的天数；\n历史长短不一时，每对取两者共有的天数',
  'how.correlation.note': '共有天数不足 60 天时不显示。',
  'how.correlation.source': 'Pearson 1895',

  'how.shrinkage.title': '收缩',
  'how.shrinkage.formula': 'R* = (1 − d) R + d I，d = min(b²/d², 1)，基于标准化收益率',
  'how.shrinkage.note': '天数少时，相关性看起来比实际更强。',
  'how.shrinkage.source': 'Ledoit & Wolf 2004',

  'how.repair.title': '矩阵修正',
  'how.repair.formula': '没有负特征值的最近相关矩阵（Frobenius 范数）',
  'how.repair.note': '各对取不同的天数，可能互相矛盾。',
  'how.repair.source': 'Higham 2002',

  'how.ewmaVolatility.title': '日波动率',
  'how.ewmaVolatility.formula': 'σ² = Σ w r²，w 每天乘以 0.94，Σ w = 1，均值 0',
  'how.ewmaVolatility.source': RISK_METRICS,

  'how.hourlyVolatility.title': '最近数小时的波动率，换算为日',
  'how.hourlyVolatility.formula': '日 σ = √24 小时 σ，w 每小时乘以 0.94^(1/24)',
  'how.hourlyVolatility.note': '记忆较短：一半的权重在最近 270 小时内。',
  'how.hourlyVolatility.source': RISK_METRICS,

  'how.annualVolatility.title': '年波动率',
  'how.annualVolatility.formula':
    '收盘价：ln(C/C(t−1)) 的标准差；Parkinson：ln(H/L)² / 4 ln 2；\nGarman–Klass：½ ln(H/L)² − (2 ln 2 − 1) ln(C/O)²；\nRogers–Satchell：ln(H/C) ln(H/O) + ln(L/C) ln(L/O)；\nYang–Zhang：σo² + k σc² + (1−k) σrs²；\n均 × √365',
  'how.annualVolatility.note': '取最近 30 天。',
  'how.annualVolatility.source': 'Parkinson 1980；Garman & Klass 1980；Rogers & Satchell 1991；Yang & Zhang 2000',

  'how.averageTrueRange.title': '日平均真实波幅',
  'how.averageTrueRange.formula': 'TR = max(H, C(t−1)) − min(L, C(t−1))\nATR = ATR(t−1) + (TR − ATR(t−1)) / 14',
  'how.averageTrueRange.source': WILDER,

  'how.beta.title': 'Beta',
  'how.beta.formula':
    '原始值：日收益率对基准日收益率的 OLS 斜率\n采用值 = w 原始值 + (1 − w)，w = 0.25 / (0.25 + 标准误²)',
  'how.beta.note': '至少 60 天；不足时取 1.5。现金为 0，基准为 1。',
  'how.beta.source': 'Vasicek 1973',

  'how.loadLine.title': '载重线',
  'how.loadLine.formula': '保证金率(x) = 权益(x) / 仓位价值(x)，每个价格 × (1 + x)，现金不变',
  'how.loadLine.note': LIQUIDATED,

  'how.loadLineCoin.title': '单一币种的载重线',
  'how.loadLineCoin.formula': '保证金率(x) = 权益(x) / 仓位价值(x)，该币种 × (1 + x)，其他不变',
  'how.loadLineCoin.note': LIQUIDATED,

  'how.loadLineBeta.title': '按 beta 的载重线',
  'how.loadLineBeta.formula':
    '保证金率(x) = 权益(x) / 仓位价值(x)，\n基准 × (1 + x)，其他每个价格 × (1 + x)^β，现金不变',
  'how.loadLineBeta.note': `${LIQUIDATED}不足 60 天的资产，其 β 为假设值。`,

  'how.linePnl.title': '价格变动的盈亏',
  'how.linePnl.formula': '盈亏(x) = 总权益(x) − 当前总权益，价格按载重线变动\n计入强平：单位自其强平处起价值归零',
  'how.linePnl.note': '现货与合约合计；各币按变动后的价格计价。现已处于强平的单位，不计入含强平的两项权益。',

  'how.ordersOnTheWay.title': '途中成交的挂单',
  'how.ordersOnTheWay.formula':
    '在 x 处价格 ≤ 限价时买单成交，≥ 限价时卖单成交；按限价，不计手续费\n之后持仓、权益和价值随之变化',
  'how.ordersOnTheWay.note': '其占用的委托保证金按价值转入持仓。无法推算的订单不计入。',

  'how.marginRate.title': '保证金率',
  'how.marginRate.formula': '该单位的权益 / 其持仓按标记价格的价值',

  'how.scenarioPnl.title': '情景下的盈亏',
  'how.scenarioPnl.formula':
    'Σ 变动后价值 − 变动前价值，币本位账户按变动后的价格\n资金费率飙升：−abs(Σ s × 价值)（每个合约）× 费率 × 次数',
  'how.scenarioPnl.note': '不计强平。资金费率飙升时价格不变，持仓较多的一方支付：{spike}，因为交易所未公布上限。',

  'how.scenarioWithLiquidation.title': '含强平的盈亏',
  'how.scenarioWithLiquidation.formula': '同不含强平，但在低点被强平的单位价值归零',
  'how.scenarioWithLiquidation.note': '账户最多亏掉其权益；负债仍是负债。有单位未建模时，此项未知。',

  'how.dayMore.title': '交易所停机：再延续一天',
  'how.dayMore.formula':
    '收盘：(1 + x)^((n + 1) / n) − 1\n低点：(1 + 低点) × (1 + x)^(1 / n) − 1\nx：未停机时的收盘变动，n：情景持续的天数',
  'how.dayMore.note':
    '期间无法交易，价格从结束处继续，按该情景平均一天的幅度变动。未曾发生过的情景按一天计，即发生两次；手动设置的变动亦然。资金费率飙升多付一天。',

  'how.equityAfter.title': '之后的权益',
  'how.equityAfter.formula': '之前的权益 + 含强平的盈亏',

  'how.stressGrid.title': '双因素压力测试',
  'how.stressGrid.formula': '基准 × (1 + x)，其他每个币种 × (1 + x)^m，现金不变\n单元格 = 各保证金账户中最低的保证金率',
  'how.stressGrid.note': '有保证金账户被强平的单元格显示其数量。颜色：要求占权益的多少。',

  'how.liquidationDistance.title': '距强平的距离',
  'how.liquidationDistance.formula': 'P* / P − 1\nP：标记价格，P*：我们与交易所的强平价中较近者',
  'how.liquidationDistance.note': '只有该价格变动。全仓账户中其他价格保持不变。',

  'how.distanceInRanges.title': '以平均真实波幅计的距离',
  'how.distanceInRanges.formula': 'abs(P* − P) / 日 ATR',
  'how.distanceInRanges.note': '波幅以合约的计价币种计。',
  'how.distanceInRanges.source': WILDER,

  'how.distanceInSigmas.title': '以日 σ 计的距离',
  'how.distanceInSigmas.formula': 'abs(ln(P* / P)) / 日 σ（EWMA 0.94）',
  'how.distanceInSigmas.note': '相当于几个普通交易日朝同一方向的变动。',
  'how.distanceInSigmas.source': RISK_METRICS,

  'how.touchProbability.title': '一天内触及的概率',
  'how.touchProbability.formula': '2 Φ(−abs(ln(P* / P)) / 日 σ)',
  'how.touchProbability.note': '正态分布，无漂移。实际尾部更厚，因此可能性更大。',
  'how.touchProbability.source': '反射原理：Bachelier 1900',

  'how.nextFunding.title': '下次资金费用',
  'how.nextFunding.formula': '−s × 按标记价格的价值 × 费率',
  'how.nextFunding.note': '费率为正：多头付给空头。',

  'how.accruedFunding.title': '累计资金费用',
  'how.accruedFunding.formula': 'Σ 交易所为各持仓记录的金额 × 其保证金币种的当前价格',
  'how.accruedFunding.note': '自各持仓开仓以来。已平仓的持仓不计入。',
  'how.dailyFunding.title': '每日资金费用',
  'how.dailyFunding.formula': '下次费用 × 24 / 间隔小时数',
  'how.dailyFunding.note': '假设最新费率保持不变。交易所未说明间隔：为假设值。',

  'how.netFunding.title': '单个资产的资金费用',
  'how.netFunding.formula': 'Σ 其多头与空头的每日资金费用',
  'how.netFunding.note': '其中一个费率未知时，净额也未知：半个对冲不是对冲。',

  'how.fundingShare.title': '每日资金费用占权益的比例',
  'how.fundingShare.formula': 'Σ 每日资金费用 / 总权益',

  'how.yearlyFunding.title': '每年资金费用占价值的比例',
  'how.yearlyFunding.formula': '−s × 费率 × 24 / 小时数 × 365，单利',

  'how.yearlyFundingTotal.title': '按此速度一年的资金费用',
  'how.yearlyFundingTotal.formula': 'Σ 每日资金费用 × 365，单利',
  'how.yearlyFundingTotal.note': '假设最新费率和全部持仓保持不变。',

  'how.worstIfFilled.title': '订单成交后的最坏情况',
  'how.worstIfFilled.formula': '每个资产：取 abs(全部买单成交) 与 abs(全部卖单成交) 中较大者；再求和',
  'how.worstIfFilled.note': '为上限。不含条件单。',

  'how.orderMargin.title': '委托保证金',
  'how.orderMargin.formula': 'Σ 按限价的价值 / 杠杆 + 按限价的价值 × 手续费率',
  'how.orderMargin.note':
    '仅开仓订单。订单不含杠杆：取同侧持仓的杠杆，否则取另一侧的，有多个时取最低。没有持仓时未知。',

  'how.stalenessBand.title': '数据时间可能掩盖的变动',
  'how.stalenessBand.formula': '± 斜率 × 分钟 σ × √(距今分钟数)',
  'how.stalenessBand.source': '随机游走：Bachelier 1900',
}
