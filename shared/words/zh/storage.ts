import type { storage as english } from '../en/storage.ts'

export const storage: Readonly<Record<keyof typeof english, string>> = {
  'storage.notes.damaged': '{file} 已损坏',
  'storage.notes.unread': '{file}：{cause}',
  'storage.notes.kept': '无法删除该账户的记录 {file}（{cause}）。请检查权限。',

  'storage.journal.damaged':
    '交易日志已损坏（{why}），保存为 {aside}；已启用新的日志。请检查挂单和持仓：之前运行时尚未完成的操作已无从得知。',
  'storage.journal.outdated':
    '交易日志由旧版 Plimsoll 写成（{why}），保存为 {aside}；已启用新的日志。请检查挂单和持仓：之前运行时尚未完成的操作已无从得知。',
  'storage.journal.notSetAside': '交易日志 {path} 已损坏或由旧版 Plimsoll 写成，且无法移开：{cause}。',
  'storage.journal.untrusted': '交易日志 {path} 不可信（{why}）。请检查磁盘。',
  'storage.journal.newer': '交易日志由更新的 Plimsoll 写成（版本 {version}）。',
  'storage.journal.inUse': '另一个 Plimsoll 正在使用交易日志；只能有一个进行交易。请关闭它。',
  'storage.journal.unopened': '无法打开交易日志 {path}：{cause}。',
  'storage.journal.unwritable': '无法写入交易日志：{cause}。',
  'storage.journal.twice': '无法写入交易日志：其中已有该应答或该次发送。',
  'storage.journal.closed': '交易日志已关闭。',
  'storage.journal.otherVersion': '它是版本 {version}，本版写入版本 {own}',
  'storage.journal.fileGone': '{path} 不存在',
  'storage.journal.endsElsewhere': '{path} 不是止于第 {row} 行',
  'storage.journal.rowUnread': '第 {row} 行无法读取',
  'storage.journal.rowChanged': '第 {row} 行不是原先写入的内容',
  'storage.journal.rowMissing': '第 {row} 行曾经写入，现已不在；文件止于第 {last} 行',
}
