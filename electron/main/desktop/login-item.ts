/** Starts Plimsoll with the session: by the system's own setting, on Linux by an entry in the autostart folder. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { App } from 'electron'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { errorCode } from '../files/json-file.ts'

/** It starts minimized, as the tray is there. */
const ARGS = ['--minimized']

interface LoginItem {
  isOn(): boolean
  /** The error is the system's error code. */
  set(isOn: boolean): Result<null, string>
}

export function loginItem(
  app: Pick<App, 'getPath' | 'getLoginItemSettings' | 'setLoginItemSettings'>,
  { platform, env }: Pick<NodeJS.Process, 'platform' | 'env'>,
): LoginItem {
  if (platform === 'linux') return autostartEntry(app, env)
  return {
    isOn: () => app.getLoginItemSettings({ args: ARGS }).openAtLogin,
    set(openAtLogin) {
      app.setLoginItemSettings({ openAtLogin, args: ARGS })
      return ok(null)
    },
  }
}

function autostartEntry(app: Pick<App, 'getPath'>, env: NodeJS.ProcessEnv): LoginItem {
  const file = join(app.getPath('appData'), 'autostart', 'plimsoll.desktop')
  // An AppImage runs from a temporary folder, so the entry names the original file.
  const program = env['APPIMAGE'] ?? app.getPath('exe')
  return {
    isOn: () => existsSync(file),
    set(isOn) {
      try {
        if (!isOn) rmSync(file, { force: true })
        else {
          mkdirSync(dirname(file), { recursive: true })
          writeFileSync(file, entryOf(program))
        }
        return ok(null)
      } catch (error) {
        return err(errorCode(error))
      }
    },
  }
}

function entryOf(program: string): string {
  const lines = ['Type=Application', 'Name=Plimsoll', `Exec=${quoted(program)} ${ARGS.join(' ')}`, 'Terminal=false']
  return ['[Desktop Entry]', ...lines, ''].join('\n')
}

/** Quoted for the command, then escaped for the file, as the desktop entry specification requires; % marks a field. */
function quoted(program: string): string {
  const command = `"${program.replace(/[\\"`$]/g, '\\$&').replaceAll('%', '%%')}"`
  return command.replaceAll('\\', '\\\\')
}
