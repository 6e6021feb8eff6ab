/** The command line flags of Plimsoll. Pure. */
import { parseArgs } from 'node:util'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'

const OPTIONS = {
  version: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
  profile: { type: 'string', default: '' },
  demo: { type: 'boolean', default: false },
  smoke: { type: 'boolean', default: false },
  minimized: { type: 'boolean', default: false },
  size: { type: 'string', default: '' },
} as const

export interface Flags {
  readonly version: boolean
  readonly help: boolean
  /** A profile has its own folder and lock; "" is the default one. */
  readonly profile: string
  readonly demo: boolean
  readonly smoke: boolean
  readonly minimized: boolean
  /** Content size of the window, in pixels; null: as the window was left. */
  readonly size: { readonly width: number; readonly height: number } | null
}

/** Letters, digits and dashes, as it becomes the name of a folder. */
const PROFILE = /^[A-Za-z0-9][A-Za-z0-9-]{0,31}$/

/**
 * `args`: everything after the program. From source, switches of Chromium and Electron come before the app. In a
 * package they are mixed with ours, and those with one of their names are left to them.
 */
export function readFlags(args: readonly string[], isPackaged: boolean): Result<Flags, Message> {
  const own = isPackaged ? args.filter((arg) => !isTheirs(arg)) : args.slice(appIndex(args) + 1)
  const { values, tokens } = parseArgs({ args: [...own], options: OPTIONS, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    if (!Object.hasOwn(OPTIONS, token.name)) return err(message('desktop.flag.unknown', { flag: token.rawName }))
    if (OPTIONS[token.name as keyof Flags].type === 'boolean' && token.value !== undefined)
      return err(message('desktop.flag.noValue', { flag: token.rawName }))
  }
  const { profile } = values
  if (profile !== '' && (typeof profile !== 'string' || !PROFILE.test(profile)))
    return err(message('desktop.flag.profile'))
  // Each switch has its option's type now, as any other was refused above.
  return ok({ ...(values as unknown as Omit<Flags, 'size'>), size: sizeOf(values.size) })
}

/** "1280x800"; anything else counts as absent. */
function sizeOf(text: unknown): Flags['size'] {
  const [, width = '', height = ''] = /^(\d{3,4})x(\d{3,4})$/.exec(String(text)) ?? []
  return width === '' ? null : { width: parseInt(width, 10), height: parseInt(height, 10) }
}

/** The position of the app. Modules loaded before it are values of other switches. */
function appIndex(args: readonly string[]): number {
  return args.findIndex((arg, index) => !arg.startsWith('-') && !/^(-r|--require)$/.test(args[index - 1] ?? ''))
}

/** Switches of Chromium and the system that a package ignores. `before-ready.ts` removes those for debugging. */
const THEIRS =
  /^--?(user-data-dir|no-sandbox|disable-|enable-|force-|ozone-platform|use-gl|lang|proxy-|no-proxy|password-store|inspect|remote-debugging-|require|r$|gtk-version|high-dpi|psn_|allow-|class|original-process-start-time|squirrel-|NS|Apple)/

function isTheirs(arg: string): boolean {
  return THEIRS.test(arg)
}

/** One line for each flag. */
export function helpText(say: (message: Message) => string): string {
  const lines = (['version', 'help', 'profile', 'demo', 'smoke', 'minimized'] as const).map((name) => {
    const shown = name === 'profile' ? '--profile NAME' : `--${name}`
    return `  ${shown.padEnd(16)} ${say(message(`desktop.flag.does.${name}`))}`
  })
  return [say(message('desktop.flag.usage')), ...lines].join('\n')
}
