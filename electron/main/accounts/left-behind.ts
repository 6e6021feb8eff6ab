/** What the trader is told before accounts are closed: what would be cut short, and what would go on unattended. */
import type { Message } from '#shared/domain/message.ts'
import { leaving, NOTHING_LEFT, unfinished, type Leaving } from '#shared/snapshot/leaving.ts'
import type { AccountView } from '#shared/snapshot/snapshot.ts'
import { message } from '#shared/words/message.ts'
import type { Session } from './session.ts'

/** What would go on unattended, by account. The demo venue ends with Plimsoll, so nothing of the demo goes on. */
export function unattended(sessions: readonly Session[]): Leaving {
  const lines = sessions.flatMap(unattendedLines)
  return lines.length === 0 ? NOTHING_LEFT : { lines, isQuiet: false }
}

/** The same of one account, as the trader is asked before it is disconnected. */
export function unattendedLines({ account, portfolio, desk }: Session): readonly Message[] {
  return account.kind === 'demo' ? [] : named(account, leaving(portfolio.unattended(), desk.report()).lines)
}

/** What of an account would be cut short if it were closed now. */
export function cutLines({ account, desk }: Session): readonly Message[] {
  return named(account, unfinished(desk.report()))
}

function named({ name }: AccountView, lines: readonly Message[]): readonly Message[] {
  return lines.length === 0 ? [] : [message('main.wayOut.account', { name }), ...lines]
}
