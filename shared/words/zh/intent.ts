import type { intent as english } from '../en/intent.ts'

export const intent: Readonly<Record<keyof typeof english, string>> = {
  'intent.lookUnread': '最后一次查看账户失败：是否还有剩余尚不清楚。请在交易所网站或应用查看。',
  'intent.noLook': 'Plimsoll 没有最后一次查看账户的记录：是否还有剩余尚不清楚。',
  'intent.stillPlacing': '正在重新下的订单可能仍会到达：是否还有剩余尚不清楚。请稍后查看“订单”。',
  'intent.holdsUnread': '撤单之后无法读取账户：是否还为其他订单占用资金尚不清楚。',
  'intent.stillOpen': '仍有 {count} 笔订单未结束：请再次撤单。',
  'intent.listedLate': '现在又列出了 {count} 笔应撤的订单：如需撤销，请再次撤单。',
  'intent.leftToOthers': '{count} 笔订单或持仓已由另一项正在执行的操作处理：结果请看日志。',
  'intent.noPositionRead': '没有持仓可以读取。',
  'intent.somePositionsUnread': '并非所有持仓都能读取。',
  'intent.leftUnknown': '是否还有剩余尚不清楚。',
  'intent.somethingLeft': '最后一次查看发现仍有剩余。{why}',
  'intent.stillToDo': '最后一次查看发现还有 {count} 次请求要做：没有全部完成。',
  'intent.listedStill.long':
    '交易所仍显示 {contract} 多头 {volume} 张，其中一部分刚被我们的订单平掉：请重新查看“持仓”。',
  'intent.listedStill.short':
    '交易所仍显示 {contract} 空头 {volume} 张，其中一部分刚被我们的订单平掉：请重新查看“持仓”。',
  'intent.coinsListedStill': '交易所仍显示 {quantity} {asset}，其中一部分刚被我们的订单卖出：请重新查看余额。',
  'intent.refusedToSell': '交易所拒绝卖出 {assets}：保留不动。',
  'intent.openBeyondCap':
    '在价格上限之内未能全部平掉：{names}。不再为其发送任何请求，使上限保持在显示的价位。其余部分请再次全平。',
  'intent.locked': '现货 {quantity} {asset} 仍被未结束的订单冻结。',
  'intent.lockedUnknown': '现货仍有数量未知的 {asset} 被未结束的订单冻结。',

  'intent.chase.takenBack': '它的订单被他人撤销。',
  'intent.chase.slept': '期间本机进入了睡眠。',
  'intent.chase.stillCanceling': '{time} 之后，交易所仍在撤销它的订单。',
  'intent.chase.unread': '连续 {times} 次无法读取订单或订单簿。',
  'intent.chase.priceAway': '价格偏离 {price} 已达 {percent} %。',
  'intent.chase.tooOften': '订单已移动 {times} 次。',
  'intent.chase.tooLong': '追单时限 {time} 已到。',
  'intent.chase.rival': '对该持仓有了其他操作，追单因此结束。',
  'intent.chase.placeUnknown': '最后一笔订单是否下达尚不清楚：没有再发送任何请求。',
  'intent.chase.stuck': '它的订单无法移动。',
  'intent.chase.cancelUnknown': '它的订单是否已撤销尚不清楚：没有再发送任何请求。请在交易所网站或应用查看。',
  'intent.chase.partUnknown': '它的订单已不在；成交了多少无法读取：没有再发送任何请求。请在交易所网站或应用查看。',
  'intent.chase.notWritten': '没有再发送任何请求。{why}',
  'intent.chase.accountUnread': '无法读取持仓或订单簿。',
  'intent.chase.tooSmall': '最小下单量为 {volume}。',
  'intent.chase.gone': '持仓的其余部分已平。',
  'intent.chase.orderStays': '它的订单留在 {price}。',
  'intent.chase.stays': '{volume} 张中仍有 {left} 张未平。',
  'intent.chase.fillUnread': '成交了多少无法读取。',
  'intent.chase.leftMidway': 'Plimsoll 在追单期间被关闭。',
  'intent.chase.lookedFor': '正在查找它的最后一笔订单。',
  'intent.chase.waits': '它的最后一笔订单挂在 {price}。',

  'intent.denied.recovering': 'Plimsoll 仍在确认上次运行的订单结果；没有发送任何请求。请稍后再试。',
  'intent.denied.closed': 'Plimsoll 已停止此账户的交易；没有发送任何请求。请重新打开账户，或重新启动 Plimsoll。',
  'intent.denied.cancelledMeanwhile': '没有发送任何请求：这些订单均已取消。',
  'intent.denied.inFlight': '同样的操作正在进行，或尚未得到应答；交易所确认后会显示结果。',
  'intent.denied.accountUnread': '没有发送任何请求：无法读取账户。{why}',
  'intent.denied.settling':
    '正在等待全部可恢复的内容得到确认：现货 {of} 次撤单中已结束 {settled} 次。没有发送任何请求。',
  'intent.denied.lookingForMore':
    '正在等待全部可恢复的内容得到确认：撤单已全部结束；Plimsoll 仍在查找剩余的订单。没有发送任何请求。',
  'intent.denied.planOld': '显示的计划已过时，或已执行；没有发送任何请求。请重新查看。',
  'intent.denied.planChanged': '账户与显示计划时已不同；没有发送任何请求。请重新查看。',
  'intent.denied.chased':
    '该持仓已在追单；没有发送任何请求。请撤销追单的订单以结束它，然后再操作。市价、限幅或限价平仓随时可用。',
  'intent.readLate': '{time}内没有应答。',
  'intent.venuePaused': '交易所要求降低频率。',

  'intent.notFollowing': '按该操作已知的情况，这样做不允许（{refusal}）。',
  'intent.faulty': 'Plimsoll 自身出现故障，已停止交易；请重新启动。（{cause}）',
  'intent.accountClosed': '账户已关闭。',
  'intent.unproved': '该密钥通过检测之前不能交易：只发送退出操作。请在下方列表中检测该账户。',
  'intent.noDrill': 'Plimsoll 已停止此账户的交易，因此没有进行演练。请重新打开账户，或重新启动 Plimsoll。',

  'intent.modeUnread':
    '无法读取该账户的交易模式（{why}）。在您选择之前，不发送任何增加风险的订单；退出操作照常。在此之前也不保存演练结果。订单限额为默认值。',
  'intent.limitsUnkept': '限额只保持到 Plimsoll 关闭为止：无法保存（{why}）。请检查磁盘空间和权限，然后重新设置。',
  'intent.policyUnkept':
    '全平时如何处理现货，只保持到 Plimsoll 关闭为止：无法保存（{why}）。请检查磁盘空间和权限，然后重新选择。',
  'intent.modeUnkept.active':
    '“正常”模式只保持到 Plimsoll 关闭：无法写入（{why}）。请检查磁盘空间和权限，然后重新选择。',
  'intent.modeUnkept.reducing':
    '“只减仓”模式只保持到 Plimsoll 关闭：无法写入（{why}）。请检查磁盘空间和权限，然后重新选择。',
  'intent.modeUnkept.halted':
    '“停止”模式只保持到 Plimsoll 关闭：无法写入（{why}）。请检查磁盘空间和权限，然后重新选择。',
  'intent.drillUnkept':
    '最近一次演练的结果只保持到 Plimsoll 关闭：无法写入（{why}）。请检查磁盘空间和权限，然后重新演练。',
}
