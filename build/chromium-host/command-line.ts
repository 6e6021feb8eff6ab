export interface CommandLine {
  readonly asksVersion: boolean
  /** Modules to load before the app. */
  readonly requires: readonly string[]
  readonly inspectPort: number | undefined
  readonly debuggingPort: string | undefined
  readonly userData: string | undefined
  readonly disabledFeatures: readonly string[]
  /** What Electron would hand to Chromium: readable through app.commandLine. */
  readonly switches: readonly (readonly [name: string, value: string])[]
  /** The folder or file to run; a package has its app in it and is given none. */
  readonly app: string
}

/** Switches come before the app; arguments after it are the app's own. `isPackaged`: no app is named. */
export function parseCommandLine(args: readonly string[], isPackaged = false): CommandLine {
  const requires: string[] = []
  const switches: [string, string][] = []
  let app = '.'
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? ''
    if (arg === '-r' || arg === '--require') requires.push(args[++i] ?? '')
    else if (arg.startsWith('-')) {
      const [, name = '', value = ''] = /^-+([^=]*)=?(.*)$/s.exec(arg) ?? []
      switches.push([name, value])
    } else if (!isPackaged) {
      app = arg
      break
    }
  }
  const given = new Map(switches)
  const inspect = given.get('inspect')
  return {
    asksVersion: !isPackaged && (given.has('version') || given.has('v')),
    requires,
    inspectPort: inspect === undefined ? undefined : Number(inspect.split(':').pop() || 9229),
    debuggingPort: given.get('remote-debugging-port'),
    userData: given.get('user-data-dir'),
    disabledFeatures: given.get('disable-features')?.split(',') ?? [],
    switches,
    app,
  }
}
