import type { rescue as english } from '../en/rescue.ts'

export const rescue: Readonly<Record<keyof typeof english, string>> = {
  'rescue.cross': '{coin} 全仓账户',
  'rescue.isolated': '逐仓持仓 {position}',
  'rescue.partlyRead': '部分持仓无法读取：此处的保证金率未计入它们。',
  'rescue.venueDiffers':
    '保证金率与交易所不一致：交易所为 {venue}，Plimsoll 计算为 {own}。方案按 Plimsoll 的数值排序。',
  'rescue.noneReaches': '没有一项能达到 {target} %：请组合使用多项，或全平。',
  'rescue.noneClosable': '现在无法平仓。可在交易所网站追加保证金。',
  'rescue.noneBetters': '按当前订单簿，平仓会使保证金率变差或没有改善。可在交易所网站追加保证金。',
  'rescue.costsMore': '按当前订单簿，全部平仓的成本超过{unit}的权益。',
  'rescue.mayCostMore': '没有剩余持仓且成本未知时，成本可能超过{unit}的权益。',
  'rescue.isolatedShare': '平掉逐仓持仓的一部分会按比例退回保证金：保证金率不变。只有全部平仓才有用。',
  'rescue.hedged': '{names} 的多头与空头互相对冲：只平一边会提高保证金率，但另一边失去对冲。请看之后的净敞口。',
  'rescue.costUnknown': '没有给出成本的，是订单簿或费率未知，或订单簿异常或深度不足：之后的保证金率未计入该成本。',
  'rescue.orderMarginUnknown': '挂单占用 {amount} {coin} 保证金；并非全部挂单已知，撤单退回的部分未计入：可能有帮助。',
  'rescue.fewPairs': '成对方案只在改善最大的持仓中寻找。',
  'rescue.targetNoNumber': '目标保证金率必须是大于零的数字。',
  'rescue.accountUnread': '无法读取持仓和保证金账户；请稍后重试。',
  'rescue.noUnit': '账户现在没有保证金账户 {unit}。',
  'rescue.noPosition': '{unit}没有持仓：没有保证金率。',
  'rescue.rateUnknown': '{unit}的保证金率未知。{why}',
  'rescue.noEquity': '{unit}已没有权益：部分平仓不会恢复保证金率。请平掉能平的持仓，或全平。',
  'rescue.reachedAlready': '{unit}的保证金率已为 {rate}，不低于 {target}。',
}
