/** The only code of the mini strip: shows what main tells, frame by frame, and asks for one of two things. */
import { ipcRenderer } from 'electron'
import { MINI_CELLS, MINI_COMMANDS, MINI_FRAME_MS, MINI_TELLS, type MiniView } from '#shared/ipc/mini.ts'

const TICK_MS = 250

let view: MiniView | null = null
let heardAt = 0

ipcRenderer.on(MINI_TELLS, (_event, told: MiniView) => {
  view = told
  heardAt = performance.now()
  show()
})

window.addEventListener('DOMContentLoaded', () => {
  for (const command of MINI_COMMANDS) document.getElementById(command)?.addEventListener('click', () => ask(command))
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && ask('close'))
  setInterval(show, TICK_MS)
  // Timers of a window that is not seen are slowed down: before it is painted again, its ages must be right.
  document.addEventListener('visibilitychange', show)
})

function ask(command: (typeof MINI_COMMANDS)[number]): void {
  void ipcRenderer.invoke(command)
}

function show(): void {
  if (view === null) return
  // The clock of a page may stand still while the computer sleeps, and the wall clock may be set back.
  const sinceMs = Math.max(performance.now() - heardAt, Date.now() - view.toldAt)
  // Nothing looks younger than it will be when it is shown anew.
  const nth = Math.floor((sinceMs + TICK_MS) / MINI_FRAME_MS)
  const frame = view.frames[nth] ?? view.frames.at(-1)
  for (const id of MINI_CELLS) {
    const cell = document.getElementById(id)
    if (cell === null) continue
    const { look = '', says = [] } = frame?.[id] ?? {}
    cell.className = look
    for (const [index, part] of [...cell.children].entries()) {
      const text = says[index] ?? ''
      // What did not change is left alone, as it may be being read out.
      if (part.textContent !== text) part.textContent = text
    }
  }
}
