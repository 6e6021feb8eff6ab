/** The only code of the mini strip: shows what main sends, frame by frame, and makes one of two requests. */
import { ipcRenderer } from 'electron'
import { MINI_CELLS, MINI_COMMANDS, MINI_FRAME_MS, MINI_TELLS, type MiniView } from '#shared/ipc/mini.ts'

const TICK_MS = 250

let view: MiniView | null = null
let heardAt = 0

ipcRenderer.on(MINI_TELLS, (_event, sent: MiniView) => {
  view = sent
  heardAt = performance.now()
  show()
})

window.addEventListener('DOMContentLoaded', () => {
  for (const command of MINI_COMMANDS) document.getElementById(command)?.addEventListener('click', () => ask(command))
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && ask('close'))
  setInterval(show, TICK_MS)
  // Timers of a hidden window are slowed, so its ages are corrected before it is painted again.
  document.addEventListener('visibilitychange', show)
})

function ask(command: (typeof MINI_COMMANDS)[number]): void {
  void ipcRenderer.invoke(command)
}

function show(): void {
  if (view === null) return
  // The clock of a page may stand still while the computer sleeps, and the wall clock may be set back.
  const sinceMs = Math.max(performance.now() - heardAt, Date.now() - view.sentAt)
  // Ages are those of the next refresh, so that nothing looks younger than it is.
  const nth = Math.floor((sinceMs + TICK_MS) / MINI_FRAME_MS)
  const frame = view.frames[nth] ?? view.frames.at(-1)
  for (const id of MINI_CELLS) {
    const cell = document.getElementById(id)
    if (cell === null) continue
    const { look = '', says = [] } = frame?.[id] ?? {}
    cell.className = look
    for (const [index, part] of [...cell.children].entries()) {
      const text = says[index] ?? ''
      // Unchanged text is left alone, as a screen reader may be reading it.
      if (part.textContent !== text) part.textContent = text
    }
  }
}
