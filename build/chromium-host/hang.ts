// Whether a page answers. Chromium tells of a page that leaves input unanswered; tests bring their input past this host,
// so it asks the page itself.
import type { Session } from './cdp.ts'
import { recording } from './record.ts'

const ASK_EVERY_MS = 500

interface Watched {
  /** There is a page that could answer. */
  readonly isShown: () => boolean
  readonly tell: (name: 'unresponsive' | 'responsive') => void
}

export function watchAnswers(session: Session, { isShown, tell }: Watched): void {
  let askedAt: number | null = null
  let isHung = false

  /** Ends the wait, also after a failure: a crashed page has an event of its own. */
  function over(isAnswered: boolean): void {
    askedAt = null
    if (isHung && isAnswered) tell('responsive')
    isHung = false
  }

  const timer = setInterval(() => {
    if (!isShown()) return over(false)
    if (askedAt === null) {
      askedAt = performance.now()
      void session.send('Runtime.evaluate', { expression: '0' }).then(
        () => over(true),
        () => over(false),
      )
    }
    if (isHung || performance.now() - askedAt < recording.hungAfterMs) return
    isHung = true
    tell('unresponsive')
  }, ASK_EVERY_MS).unref()
  session.on('close', () => clearInterval(timer))
}
