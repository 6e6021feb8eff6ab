/** The page a secret is typed into, made here of words alone: it has no script, and the preload is its only code. Pure. */
import { ACCOUNT_LIMITS } from '#shared/ipc/account-limits.ts'
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'

export interface SecretQuestion {
  /** What the secret is for: "Connect Harbour to these hosts?" */
  readonly what: Message
  /** What it would do, one fact a line. */
  readonly lines: readonly Message[]
  /** Of the vault: the secret is sealed for it before it leaves the page. */
  readonly publicKey: string
}

/** Its own style and nothing else: no script, no network, no forms, no frames. */
export const SECRET_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'"

export function secretPage({ what, lines, publicKey }: SecretQuestion, say: (message: Message) => string): string {
  const text = (said: Message): string => escaped(say(said))
  const fault = (name: 'missing' | 'space'): string =>
    `<p role="alert" data-fault="${name}" hidden>${text(message(`main.secret.${name}`))}</p>`
  return `<!doctype html>
<html>
  <head>
    <meta charset="utf-8" />
    <title>${text(message('main.secret.title'))}</title>
    <link rel="stylesheet" href="secret.css" />
  </head>
  <body>
    <form autocomplete="off" novalidate data-public-key="${escaped(publicKey)}">
      <h1>${text(what)}</h1>
      <ul>${lines.map((line) => `<li>${text(line)}</li>`).join('')}</ul>
      <label for="secret">${text(message('main.secret.label'))}</label>
      <input
        id="secret" type="password" autofocus autocomplete="off" spellcheck="false" maxlength="${ACCOUNT_LIMITS.apiSecret}"
      />
      ${fault('missing')}${fault('space')}
      <p>${text(message('main.secret.where'))}</p>
      <footer>
        <button type="button">${text(message('main.confirm.back'))}</button>
        <button type="submit">${text(message('main.confirm.connectNow'))}</button>
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
label { display: block; font-weight: 600; }
input { box-sizing: border-box; width: 100%; margin: 4px 0 8px; padding: 6px 8px; font: inherit; }
p { margin: 0 0 8px; color: color-mix(in srgb, CanvasText 75%, Canvas); font-size: 13px; }
p[role='alert'] { color: light-dark(#b3261e, #ff8a80); }
footer { display: flex; justify-content: flex-end; gap: 8px; margin-top: 16px; }
button { padding: 6px 16px; font: inherit; }
`
