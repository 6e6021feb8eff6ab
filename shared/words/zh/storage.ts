import type { storage as english } from '../en/storage.ts'

export const storage: Readonly<Record<keyof typeof english, string>> = {
  'storage.accounts.newer':
    '账户列表 {file} 由更新版本的 Plimsoll 写入。能读取的账户会显示，文件保持原样：请用新版 Plimsoll 修改。',
  'storage.scenarios.newer':
    '情景文件 {file} 由更新版本的 Plimsoll 写入。能读取的情景会显示，文件保持原样：请用新版 Plimsoll 修改。',
  'storage.settings.newer': '无法保存设置：{file} 由更新版本的 Plimsoll 写入，保持原样。关闭 Plimsoll 之前该设置有效。',
  'storage.notes.newer': '{file} 由更新版本的 Plimsoll（版本 {version}）写入，保持原样',
  'storage.notes.damaged': '{file} 已损坏',
  'storage.notes.unread': '{file}：{cause}',
  'storage.notes.kept': '无法删除该账户的记录 {file}（{cause}）。请检查权限。',

  'storage.newer': '它由更新的 Plimsoll 写成（版本 {version}）',
  'storage.pages': '完整性检查：{found}',

  'storage.backup.inUse': 'Plimsoll 正在运行并占用其文件。请先关闭它，再备份。',
  'storage.backup.failed': '未能在 {into} 创建备份：{cause}。请检查空间和权限。',
  'storage.backup.none': '{from} 不是 Plimsoll 的备份。',
  'storage.backup.changed': '备份 {from} 不完整：{name} 与备份时不同。请使用另一个备份。',
  'storage.backup.notRestored': '备份未能还原：{cause}。原有文件均在原处。请排除该问题后再次还原。',
  'storage.backup.torn': '备份未能还原：{name} 放入后与备份时不同。原有文件均在原处。请检查磁盘后再次还原。',
  'storage.backup.unfinished':
    '备份的文件与原有文件可能混在一起，或还原会覆盖之后的操作，因此 Plimsoll 不启动：{cause}。请排除该问题后再启动 Plimsoll：它会继续 {file} 所记的还原。',
  'storage.backup.noteDamaged':
    '还原曾被中断，其记录 {file} 已损坏，因此 Plimsoll 不启动。请将同处最新的 before-restore 文件夹中的文件移回，删除该记录，再启动 Plimsoll。',
  'storage.backup.restored':
    '已还原备份 {from}；原有文件保留为 {aside}。备份之后的操作不在日志中：请核对您的委托和持仓。密钥仍在密钥环中。',
  'storage.backup.made': '已备份为 {folder}。密钥在系统密钥环中，不在备份里。',
  'storage.backup.atNextStart': '{from} 是完整的备份。Plimsoll 下次启动时会还原它，并保留现有文件。',
  'storage.backup.usage':
    'npm run backup -- --to 文件夹 创建备份，--restore 备份 在下次启动时还原。配置目录：{profile}（用 --profile 文件夹 指定其他）。',

  'storage.history.unopened':
    '无法打开价格历史 {path}（{why}）。关闭 Plimsoll 之前，价格保存在内存中，下次再从交易所读取。',
  'storage.history.notSetAside':
    '价格历史 {path} 已损坏（{why}），且无法移开（{cause}）。关闭 Plimsoll 之前，价格保存在内存中，下次再从交易所读取。',
  'storage.history.notReplaced':
    '无法重建价格历史 {path}（{why}）。关闭 Plimsoll 之前，价格保存在内存中，下次再从交易所读取。',
  'storage.history.replaced':
    '价格历史已损坏（{why}），保存为 {aside}；已启用新的价格历史。风险指标依据交易所仍能提供的数据：最近 300 天。',
  'storage.history.unread': '无法读取价格历史：{cause}。',
  'storage.history.unwritten': '无法写入价格历史：{cause}。',
  'storage.history.unpruned': '无法从价格历史中删除旧价格：{cause}。',

  'storage.events.unopened': '无法打开事件记录 {path}（{why}）。关闭 Plimsoll 之前，发生的事保存在内存中。',
  'storage.events.notSetAside':
    '事件记录 {path} 已损坏（{why}），且无法移开（{cause}）。关闭 Plimsoll 之前，发生的事保存在内存中。',
  'storage.events.notReplaced': '无法重建事件记录 {path}（{why}）。关闭 Plimsoll 之前，发生的事保存在内存中。',
  'storage.events.replaced': '事件记录已损坏（{why}），保存为 {aside}；已启用新的事件记录。',
  'storage.events.notKept': '无法保存发生的事：{cause}。',
  'storage.events.notForgotten': '无法删除该账户的事件（{cause}）；请再次移除该账户。',

  'storage.settings.unread': '无法读取设置 {file}（{cause}）。Plimsoll 使用系统语言，且不隐藏任何数字。',
  'storage.settings.damaged': '设置已损坏，保存为 {aside}。Plimsoll 使用系统语言，且不隐藏任何数字。',
  'storage.settings.notSetAside':
    '设置 {file} 已损坏，且无法移开（{cause}）。Plimsoll 使用系统语言，且不隐藏任何数字。',
  'storage.settings.notKept': '无法保存设置：{file} 无法写入（{cause}）。关闭 Plimsoll 之前该设置有效。',

  'storage.journal.damaged':
    '交易日志已损坏（{why}），保存为 {aside}；已启用新的日志。请检查挂单和持仓：之前运行时尚未完成的操作已无从得知。',
  'storage.journal.outdated':
    '交易日志由旧版 Plimsoll 写成（{why}），保存为 {aside}；已启用新的日志。请检查挂单和持仓：之前运行时尚未完成的操作已无从得知。',
  'storage.journal.notSetAside': '交易日志 {path} 已损坏或由旧版 Plimsoll 写成，且无法移开：{cause}。',
  'storage.journal.untrusted': '交易日志 {path} 不可信（{why}）。请检查磁盘。',
  'storage.journal.newer': '交易日志由更新的 Plimsoll 写成（版本 {version}）。',
  'storage.journal.inUse': '另一个 Plimsoll 正在使用交易日志；只能有一个进行交易。请关闭它。',
  'storage.journal.held': '另一个程序（例如备份或杀毒软件）占用了交易日志 {path}。请结束它并重新启动 Plimsoll。',
  'storage.journal.unopened': '无法打开交易日志 {path}：{cause}。',
  'storage.journal.unwritable': '无法写入交易日志：{cause}。',
  'storage.journal.changed': '交易日志 {path} 在 Plimsoll 使用期间被改动。请重新启动 Plimsoll。',
  'storage.journal.reserveDamaged':
    '交易日志的备用文件已损坏，保留为 {aside}。请核对您的委托和持仓：磁盘写满时上次运行做了什么已无从得知。',
  'storage.emergency.reserve':
    '只发送撤单、平仓和全平，并记入备用文件：交易日志无法写入。{why}请释放磁盘空间，或让其文件夹可写；Plimsoll 会自动重试。',
  'storage.emergency.memory':
    '只发送撤单、平仓和全平，且只记在内存中：交易日志及其备用文件都无法写入。{why}在磁盘有空间且文件夹可写之前，请不要关闭 Plimsoll。',
  'storage.emergency.onlyExits': '交易日志无法写入时，只发送撤单、平仓和全平。{why}',
  'storage.journal.twice': '无法写入交易日志：其中已有该应答或该次发送。',
  'storage.journal.closed': '交易日志已关闭。',
  'storage.journal.otherVersion': '它是版本 {version}，本版写入版本 {own}',
  'storage.journal.rowUnread': '第 {row} 行无法读取',
  'storage.journal.rowChanged': '第 {row} 行不是原先写入的内容',
  'storage.journal.headMissing':
    '{path} 记录交易日志的最新一行，此前缺失：日志末尾是否被删减无从得知。请核对您的委托和持仓。',
  'storage.journal.headOld':
    '{path} 记录交易日志的最新一行，却停在第 {row} 行（共 {last} 行）：曾经断电，或放回了旧副本。请核对您的委托和持仓。',
  'storage.journal.rowMissing': '第 {row} 行曾经写入，现已不在；文件止于第 {last} 行',

  'storage.accounts.listed': '该账户已在列表中。',
  'storage.accounts.notListed': '该账户不在列表中。',
  'storage.accounts.badField': '账户有字段缺失、为空或过长。',
  'storage.accounts.unread': '无法读取账户列表 {file}（{cause}）。请检查权限。',
  'storage.accounts.notSetAside': '账户列表 {file} 已损坏，且无法移开（{cause}）。',
  'storage.accounts.unwritten': '无法写入账户列表 {file}（{cause}）。请检查磁盘空间和权限。',
  'storage.accounts.damaged': '账户列表已损坏，保存为 {aside}。密钥仍在密钥环中，但没有列表无法对应：请重新添加账户。',
  'storage.scenarios.sameName': '已有名为“{name}”的情景。',
  'storage.scenarios.most': '最多保存 {most} 个情景：请先移除一个。',
  'storage.scenarios.unread': '无法读取情景 {file}（{cause}）。请检查权限。',
  'storage.scenarios.notSetAside': '情景 {file} 已损坏，且无法移开（{cause}）。',
  'storage.scenarios.unwritten': '无法写入情景 {file}（{cause}）。请检查磁盘空间和权限。',
  'storage.scenarios.damaged': '您保存的情景已损坏，保存为 {aside}。再保存一个会开始新的列表。',
}
