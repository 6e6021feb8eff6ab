/** `npm run backup`: backs up a profile, or prepares a restore for the next start. Plain Node, no window. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { languageOf, sayIn } from '#shared/words/say.ts'
import { askToRestore, backUp, checkBackup, copyClosed } from './backup.ts'
import { systemClock } from '../system-clock.ts'
import { VERSIONS } from '../versions.ts'

const { LC_ALL, LC_MESSAGES, LANG } = process.env
const say = sayIn(languageOf(LC_ALL || LC_MESSAGES || LANG || ''))
const tell = (line: Message): void => void process.stdout.write(`${say(line)}\n`)

const { values } = parseArgs({
  strict: false,
  options: { to: { type: 'string' }, restore: { type: 'string' }, profile: { type: 'string' } },
})
const profile = typeof values.profile === 'string' ? values.profile : join(folderOfApps(), 'Plimsoll')
const at = systemClock.wall()

if (typeof values.restore === 'string') {
  const checked = await checkBackup(values.restore)
  const asked = checked.ok ? askToRestore(profile, values.restore, at) : checked
  tell(asked.ok ? message('storage.backup.atNextStart', { from: values.restore }) : asked.error)
  if (!asked.ok) process.exitCode = 1
} else if (typeof values.to === 'string') {
  const made = await backUp(profile, values.to, copyClosed(profile), { plimsoll: VERSIONS['Plimsoll'] ?? '', at })
  tell(made.ok ? message('storage.backup.made', { folder: made.value }) : made.error)
  if (!made.ok) process.exitCode = 1
} else {
  tell(message('storage.backup.usage', { profile }))
  process.exitCode = 1
}

/** The system's folder for application data, as in Electron. */
function folderOfApps(): string {
  const { APPDATA, XDG_CONFIG_HOME } = process.env
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  if (process.platform === 'win32') return APPDATA || join(homedir(), 'AppData', 'Roaming')
  return XDG_CONFIG_HOME || join(homedir(), '.config')
}
