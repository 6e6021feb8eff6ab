/**
 * The page into which a secret or passphrase is typed, built here from text alone: it has no script, and the preload is
 * its only code. Pure.
 */
import { ACCOUNT_LIMITS } from '#shared/ipc/account-limits.ts'
import type { Message } from '#shared/domain/message.ts'
import type { Code } from '#shared/words/message.ts'
import type { Say } from '#shared/words/say.ts'

const SHORTEST_PASSPHRASE = 8
const LONGEST_PASSPHRASE = 200

export interface SecretQuestion {
  /** What the secret is for: "Connect Harbour to these hosts?" */
  readonly what: Message
  /** Its effects, one fact per line. */
  readonly lines: readonly Message[]
  /** The vault's public key, for which the secret is sealed before it leaves the page. */
  readonly publicKey: string
}

export function secretPage({ what, lines, publicKey }: SecretQuestion, say: Say): string {
  return page(say, {
    title: 'main.secret.title',
    what,
    lines,
    data: `data-public-key="${escaped(publicKey)}"`,
    fields: ['main.secret.title'],
    longest: ACCOUNT_LIMITS.apiSecret,
    faults: { missing: 'main.secret.missing', space: 'main.secret.space' },
    where: 'main.secret.where',
    yes: 'main.confirm.connectNow',
  })
}

export interface PassphraseQuestion {
  readonly what: Message
  /** What the passphrase agrees to, one fact per line. */
  readonly lines: readonly Message[]
  /** A new passphrase is typed twice. */
  readonly isNew: boolean
  readonly yes: Code
}

export function passphrasePage({ what, lines, isNew, yes }: PassphraseQuestion, say: Say): string {
  return page(say, {
    title: 'lock.settings',
    what,
    lines,
    data: `data-shortest="${String(isNew ? SHORTEST_PASSPHRASE : 1)}"`,
    fields: isNew ? ['lock.newOnce', 'lock.newAgain'] : ['lock.passphrase'],
    longest: LONGEST_PASSPHRASE,
    faults: { missing: 'lock.missing', short: 'lock.short', differ: 'lock.differ' },
    where: 'lock.guards',
    yes,
  })
}

interface Form {
  readonly title: Code
  readonly what: Message
  readonly lines: readonly Message[]
  /** Data attributes for the preload. */
  readonly data: string
  readonly fields: readonly Code[]
  readonly longest: number
  readonly faults: Readonly<Record<string, Code>>
  readonly where: Code
  readonly yes: Code
}

function page(say: Say, { title, what, lines, data, fields, longest, faults, where, yes }: Form): string {
  const text = (sentence: Message): string => escaped(say(sentence))
  const of = (code: Code): string => text({ code, facts: {} })
  const field = (label: Code, nth: number): string => `
      <label for="secret-${String(nth)}">${of(label)}</label>
      <input
        id="secret-${String(nth)}" type="password" autocomplete="off" spellcheck="false" maxlength="${String(longest)}"
      />`
  const fault = ([name, code]: [string, Code]): string => `<p role="alert" data-fault="${name}" hidden>${of(code)}</p>`
  return `<!doctype html>
<html>
  <head>
    <meta charset="utf-8" />
    <title>${of(title)}</title>
    <link rel="stylesheet" href="page.css" />
  </head>
  <body>
    <form autocomplete="off" novalidate ${data}>
      <h1>${text(what)}</h1>
      <ul>${lines.map((line) => `<li>${text(line)}</li>`).join('')}</ul>
      ${fields.map(field).join('')}
      ${Object.entries(faults).map(fault).join('')}
      <p role="alert" data-fault="answer" hidden></p>
      <p>${of(where)}</p>
      <footer>
        <button type="button">${of('main.confirm.back')}</button>
        <button type="submit">${of(yes)}</button>
      </footer>
    </form>
  </body>
</html>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

export const SECRET_STYLE = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 20px; background: Canvas; color: CanvasText; overflow-wrap: anywhere; }
h1 { margin: 0 0 8px; font-size: 16px; }
ul { margin: 0 0 16px; padding-left: 20px; }
ul:empty { margin: 0; }
label { display: block; font-weight: 600; }
input { box-sizing: border-box; width: 100%; margin: 4px 0 8px; padding: 6px 8px; font: inherit; }
p { margin: 0 0 8px; color: color-mix(in srgb, CanvasText 75%, Canvas); font-size: 13px; }
p[role='alert'] { color: light-dark(#b3261e, #ff8a80); }
footer { display: flex; justify-content: flex-end; gap: 8px; margin-top: 16px; }
button { padding: 6px 16px; font: inherit; }
`
