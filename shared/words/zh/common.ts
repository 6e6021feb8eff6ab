import type { common as english } from '../en/common.ts'

export const common: Readonly<Record<keyof typeof english, string>> = {
  sentences: '{sentences}',
  plain: '{text}',
  andMore: '{names}等，另有 {count} 个',
  'duration.instant': '不到 1 毫秒',
  'duration.ms': '{value} 毫秒',
  'duration.seconds': '{value} 秒',
  'duration.minutes': '{value} 分钟',
  'duration.hours': '{value} 小时',
  'area.spot': '现货',
  'area.contract': '合约',
  'noArea.spot': '该交易所没有现货。',
  'noArea.contract': '该交易所没有合约。',
  contracts: '{count} 个合约',
  positions: '{count} 个持仓',
  'position.long.cross': '{contract} 全仓多头',
  'position.long.isolated': '{contract} 逐仓多头',
  'position.short.cross': '{contract} 全仓空头',
  'position.short.isolated': '{contract} 逐仓空头',
  hours: '{count} 小时',
}
