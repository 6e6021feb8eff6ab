import { join } from 'node:path'
import type { App } from 'electron'
import type { Message } from '#shared/domain/message.ts'
import { helpText, readFlags, type Flags } from './flags.ts'
import { openLanguageFile } from '../files/language-file.ts'
import { VERSIONS } from '../versions.ts'

/** Windows shows the name of a notification's program by this. */
const APP_ID = 'app.plimsoll.desktop'
const NOT_UNDERSTOOD = 2

/**
 * What Plimsoll was started with, before the lock is asked for: a profile has a folder of its own, and so a lock. What
 * only asks for words gets them, in the trader's language, and nothing is started.
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

/** Before it is ready Electron knows no locale; the system's own does for a few words. */
function sayIn(app: Pick<App, 'getPath'>): (message: Message) => string {
  const { locale } = new Intl.DateTimeFormat().resolvedOptions()
  return openLanguageFile(join(app.getPath('userData'), 'settings.json'), locale).say
}
