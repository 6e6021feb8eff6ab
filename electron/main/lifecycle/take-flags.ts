import { join } from 'node:path'
import type { App } from 'electron'
import type { Message } from '#shared/domain/message.ts'
import { helpText, readFlags, type Flags } from './flags.ts'
import { openSettingsFile } from '../files/settings-file.ts'
import { VERSIONS } from '../versions.ts'

/** Windows uses this id to find the name shown on notifications. */
const APP_ID = 'app.plimsoll.desktop'
const NOT_UNDERSTOOD = 2

/**
 * The flags of this start. Read before the lock is taken, because each profile has its own folder and lock.
 * `--version`, `--help` and an unknown flag print their answer and end the process.
 */
export function takeFlags(
  app: Pick<App, 'isPackaged' | 'getPath' | 'setPath' | 'setAppUserModelId'>,
  end: (code: number) => never = process.exit.bind(process),
): Flags {
  app.setAppUserModelId(APP_ID)
  const read = readFlags(process.argv.slice(1), app.isPackaged)
  if (!read.ok) {
    console.error(sayIn(app)(read.error))
    return end(NOT_UNDERSTOOD)
  }
  const flags = read.value
  if (flags.profile !== '') app.setPath('userData', join(app.getPath('userData'), 'profiles', flags.profile))
  if (flags.version) {
    console.log(VERSIONS['Plimsoll'])
    return end(0)
  }
  if (flags.help) {
    console.log(helpText(sayIn(app)))
    return end(0)
  }
  return flags
}

/** Electron knows no locale before it is ready, so the system's is used. */
function sayIn(app: Pick<App, 'getPath'>): (message: Message) => string {
  const { locale } = new Intl.DateTimeFormat().resolvedOptions()
  return openSettingsFile(join(app.getPath('userData'), 'settings.json'), locale).say
}
