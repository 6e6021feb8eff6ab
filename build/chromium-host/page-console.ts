// What a page writes to its console, and what Chromium complains of in it: refused by CSP, not found, and so on.
import type { Session } from './cdp.ts'

export interface Said {
  readonly message: string
  readonly level: 'debug' | 'info' | 'warning' | 'error'
  readonly lineNumber: number
  readonly sourceId: string
}

export function listenToConsole(session: Session, onSaid: (said: Said) => void): void {
  const say = (level: string, message: string, sourceId = '', lineNumber = 0): void => {
    const known = level === 'error' || level === 'warning' || level === 'debug' ? level : 'info'
    onSaid({ message, level: known, lineNumber, sourceId })
  }
  session.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) => {
    const text = args.map((arg) => (arg.value === undefined ? (arg.description ?? arg.type) : String(arg.value)))
    const at = stackTrace?.callFrames[0]
    say(type, text.join(' '), at?.url, (at?.lineNumber ?? -1) + 1)
  })
  session.on('Runtime.exceptionThrown', ({ exceptionDetails: { exception, text, url, lineNumber } }) =>
    say('error', `Uncaught ${exception?.description ?? text}`, url, lineNumber + 1),
  )
  session.on('Log.entryAdded', ({ entry }) => say(entry.level, entry.text, entry.url, (entry.lineNumber ?? -1) + 1))
}
