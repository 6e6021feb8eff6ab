/** What a trader may pass on after a fault: versions, file sizes and the log. Nothing is sent. */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { release, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { message } from '#shared/words/message.ts'
import type { Journal } from '../../desk/log/journal.ts'
import type { Log } from '../../log/log.ts'
import { showBox, type Boxes } from '../desktop/boxes.ts'
import type { SaveFile } from './save-file.ts'

/** Files whose names say nothing about an account. */
const OWN_FILE =
  /^(journal|events|history)\.sqlite(-wal|-head|-reserve)?$|^(accounts|settings|scenarios|limits|window)\.json$/
/** Lines shown in the box. */
const LINES_SHOWN = 24

export interface DiagnosticsNeeds {
  readonly folder: string
  readonly log: Log
  readonly journal: Pick<Journal, 'notice' | 'emergency' | 'size'>
  readonly versions: Readonly<Record<string, string>>
  readonly language: string
  /** Wall clock ms. */
  readonly at: number
}

/** Only codes, counts, sizes and versions: no amount, address, account name or venue text. */
export function diagnosticsOf({ folder, log, journal, versions, language, at }: DiagnosticsNeeds): string {
  const { notice, emergency, size } = journal
  const about = {
    at: new Date(at).toISOString(),
    versions: { ...versions, system: release(), arch: process.arch },
    language,
    journal: { ...size(), notice: notice?.code ?? null, emergency: emergency()?.code ?? null },
    files: sizesIn(folder),
  }
  return `${[JSON.stringify(about, null, 2), ...log.lines()].join('\n')}\n`
}

function sizesIn(folder: string): Readonly<Record<string, number>> {
  try {
    const own = readdirSync(folder).filter((name) => OWN_FILE.test(name))
    return Object.fromEntries(own.map((name) => [name, statSync(join(folder, name)).size]))
  } catch {
    return {}
  }
}

/** Shows the beginning of `text`, the rest on request, and writes it to the file that the trader picks.
 * `openFile` opens a file in the system's program for it. */
export async function saveDiagnostics(
  text: string,
  boxes: Boxes,
  saveFile: SaveFile,
  openFile: (path: string) => Promise<unknown>,
): Promise<void> {
  const lines = text.split('\n')
  const detail = [...lines.slice(0, LINES_SHOWN), ...(lines.length > LINES_SHOWN ? ['…'] : [])].join('\n')
  const ask = (): Promise<number> =>
    showBox(boxes, {
      type: 'question',
      title: message('main.diagnostics.title'),
      message: message('main.diagnostics.why'),
      detail,
      buttons: (['save', 'read', 'cancel'] as const).map((name) => message(`main.diagnostics.${name}`)),
      defaultId: 0,
      cancelId: 2,
    })
  let copy: string | null = null
  let pressed = await ask()
  try {
    while (pressed === 1) {
      copy ??= copyToRead(text)
      await openFile(copy)
      pressed = await ask()
    }
  } finally {
    if (copy !== null) discard(copy)
  }
  if (pressed !== 0) return
  const saved = await saveFile('plimsoll-diagnostics.txt', text)
  if (saved.ok && saved.value === null) return
  await showBox(boxes, {
    type: saved.ok ? 'info' : 'error',
    message: saved.ok ? message('main.save.done', { file: saved.value ?? '' }) : saved.error,
    buttons: [message('main.storage.read')],
  })
}

function copyToRead(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'plimsoll-diagnostics-')), 'diagnostics.txt')
  writeFileSync(file, text, { mode: 0o600 })
  return file
}

/** Removes a copy that the trader has read, with its folder. */
function discard(copy: string): void {
  try {
    rmSync(dirname(copy), { recursive: true, force: true })
  } catch {
    // A program of the system still has it open. The system empties this folder itself.
  }
}
