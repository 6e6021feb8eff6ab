/** The page of the mini strip: its cells, their style and their contents. Pure. */
import type { Fact, Message } from '#shared/domain/message.ts'
import { MINI_FACTS, MINI_FRAME_MS, type MiniFrame } from '#shared/ipc/mini.ts'
import { moreSevere } from '#shared/risk/severity.ts'
import { fiveFacts } from '#shared/snapshot/facts.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { message, type Code } from '#shared/words/message.ts'
import type { TrayNeeds, TrayOf } from '../desktop/tray-view.ts'

/** With an open account, main reports every second. After this many frames of silence no figure is shown. */
const FRAMES = 6

interface MiniOf extends Omit<TrayOf, 'isAlarmed'> {
  /** The number of unseen alarms. */
  readonly alarms: number
}

/**
 * The frames that the strip shows until main sends new ones: the ageing facts of the account in front, by the rules of
 * the tray, and the severity of the other live accounts. The last frame says that main is silent.
 */
export function miniFrames(of: MiniOf, { lock, say }: Pick<TrayNeeds, 'lock' | 'say'>): readonly MiniFrame[] {
  const alone = (code: Code, look = '') => ({ look, says: [say({ code, facts: {} })] })
  const ways = { close: alone('desktop.close'), ...(lock.waysOut() && { flatten: alone('desktop.menu.flatten') }) }
  if (lock.isLocked()) return [{ ...ways, note: alone('lock.title') }]
  const isLive = of.snapshot.account !== null || of.others.length > 0
  if (!isLive) return [{ ...ways, note: alone('desktop.tray.noAccount') }]
  const shown = Array.from({ length: FRAMES }, (_, nth) => factsAfter((nth + 1) * MINI_FRAME_MS, of, say))
  return [...shown.map((facts) => ({ ...ways, ...facts })), { ...ways, note: alone('app.connection.silentWhy', 'red') }]
}

/** The facts of the account in front, if any, and of those in the background. */
function factsAfter(ms: number, { snapshot, others, alarms }: MiniOf, say: TrayNeeds['say']): MiniFrame {
  const plain = (fact: Fact): string => say(message('plain', { text: fact }))
  const after = (one: Snapshot) => fiveFacts({ ...one, mono: one.mono + ms })
  const named = (one: Snapshot, what: Message) => message('desktop.alarm.of', { name: one.account?.name ?? '', what })
  const facts = after(snapshot)?.facts
  const cells = MINI_FACTS.flatMap((name) => {
    if (facts === undefined) return []
    const { label, headline, more, severity, state } = facts[name]
    const title = name === 'safe' && others.length > 0 ? named(snapshot, label) : label
    return [[name, { look: `${severity} ${state}`, says: [title, headline, more].map(plain) }]]
  })
  const none = facts === undefined ? [message('desktop.tray.noAccount')] : []
  const notes = others.map((one) => {
    const severity = after(one)?.severity ?? 'neutral'
    return { severity, says: named(one, message(`desktop.severity.${severity}`)) }
  })
  if (alarms > 0) notes.unshift({ severity: 'red', says: message('desktop.alarm.count', { count: alarms }) })
  const bad = notes.filter(({ severity }) => severity !== 'neutral')
  const look = bad.map(({ severity }) => severity).reduce(moreSevere, 'neutral')
  const note = { look, says: [plain([...none, ...bad.map(({ says }) => says)])] }
  return { ...(Object.fromEntries(cells) as MiniFrame), note }
}

const PLACES = MINI_FACTS.map((name) => `<section id="${name}"><h2></h2><b></b><small></small></section>`)

export const MINI_PAGE = `<!doctype html>
<html>
  <head>
    <meta charset="utf-8" />
    <title>Plimsoll</title>
    <link rel="stylesheet" href="page.css" />
  </head>
  <body>
    <main>${PLACES.join('')}<p id="note" role="status"><b></b></p></main>
    <button id="flatten" type="button"><b></b></button>
    <button id="close" type="button"><b></b></button>
  </body>
</html>`

/** The colours are those of the window (renderer/src/app/styles/tokens.css). */
export const MINI_STYLE = `
:root {
  color-scheme: light dark;
  --line: light-dark(oklch(0.855 0.01 255), oklch(0.325 0.017 258));
  --ink: light-dark(oklch(0.225 0.02 258), oklch(0.955 0.006 258));
  --ink-3: light-dark(oklch(0.495 0.02 258), oklch(0.69 0.016 258));
  --ok: light-dark(oklch(0.5 0.12 150), oklch(0.8 0.14 152));
  --amber: light-dark(oklch(0.52 0.115 68), oklch(0.82 0.135 80));
  --red: light-dark(oklch(0.53 0.2 29), oklch(0.715 0.185 29));
  --hatch: light-dark(oklch(0.5 0.02 258 / 0.2), oklch(0.75 0.02 258 / 0.15));
  font: 12px/16px system-ui, sans-serif;
  font-variant-numeric: tabular-nums;
}
* { box-sizing: border-box; margin: 0; }
body {
  display: flex; align-items: center; gap: 4px; height: 100vh; overflow: hidden; padding-right: 4px;
  border: 1px solid var(--line); background: light-dark(oklch(0.994 0.001 255), oklch(0.2 0.013 258));
  color: var(--ink); user-select: none; -webkit-app-region: drag;
}
main { display: flex; flex: 1; align-self: stretch; align-items: center; min-width: 0; }
:has(> :first-child:empty) { display: none; }
section { flex: 1 1 auto; align-self: stretch; min-width: 0; padding: 3px 10px; border-right: 1px solid var(--line); }
section > * { display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; font-weight: 400; }
h2, small { color: var(--ink-3); font-size: 11px; line-height: 15px; }
/* What explains a figure gives way to the figures. */
small { contain: inline-size; }
section b { font-size: 13px; font-weight: 600; line-height: 20px; }
/* First of all what is said beside them. */
p { flex-shrink: 100; min-width: 28px; overflow: hidden; padding: 0 12px; white-space: nowrap; text-overflow: ellipsis; }
/* The shape tells the severity as well as the colour does: a dot, a triangle, an octagon. */
.neutral { --tone: var(--ok); --shape: circle(); }
.amber { --tone: var(--amber); --shape: polygon(50% 0, 100% 100%, 0 100%); }
.red { --tone: var(--red); --shape: polygon(30% 0, 70% 0, 100% 30%, 100% 70%, 70% 100%, 30% 100%, 0 70%, 0 30%); }
.neutral:is(.stale, .unknown) { --tone: var(--ink-3); color: var(--ink-3); }
:is(.amber, .red) > b { color: var(--tone); }
:is(#safe, #true, #note:is(.amber, .red)) > b::before {
  content: ''; display: inline-block; width: 11px; height: 11px; margin-right: 6px;
  background: var(--tone); clip-path: var(--shape);
}
#worth.delayed > small { color: var(--amber); }
#worth.stale > small { color: var(--red); }
:is(.stale, .unknown) {
  background: repeating-linear-gradient(-45deg, transparent 0 4px, var(--hatch) 4px 5px);
}
button {
  height: 28px; padding: 0 12px; border: 1px solid var(--line); border-radius: 4px;
  background: none; color: inherit; font: inherit; white-space: nowrap; -webkit-app-region: no-drag;
}
button:hover { border-color: var(--ink-3); }
button:focus-visible { outline: 2px solid light-dark(oklch(0.52 0.17 250), oklch(0.78 0.13 240)); }
#close { padding: 0 8px; border-color: transparent; font-size: 0; }
#close::before { content: '×'; font-size: 16px; }
`
