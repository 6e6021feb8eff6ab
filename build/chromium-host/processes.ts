// Chromium's own processes, as the system lists them: the DevTools protocol does not say which of them shows a page.
import { readdirSync, readFileSync } from 'node:fs'
import type * as Electron from 'electron'
import { chromium } from './state.ts'

/** The renderer that has done the most: with one window there is hardly another. 0: none. */
export function rendererPid(): number {
  const processes = new Map<number, { readonly parent: number; readonly ticks: number; readonly line: string }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      // After the name of the program, which may hold anything, in its last parenthesis.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\)/s, '').trim().split(' ')
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      processes.set(Number(name), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]), line })
    } catch {
      // It ended meanwhile.
    }
  }
  const browser = chromium().process.pid
  const isOurs = (pid: number): boolean => {
    for (let at = pid; at > 1; at = processes.get(at)?.parent ?? 0) if (at === browser) return true
    return false
  }
  // Chromium's own pages, of a tab strip that no window here has, are shown by some too.
  const isPage = (line: string): boolean => line.includes('--type=renderer') && !line.includes('--top-chrome-webui')
  const renderers = [...processes].filter(([pid, { line }]) => isPage(line) && isOurs(pid))
  return renderers.sort(([, one], [, other]) => other.ticks - one.ticks)[0]?.[0] ?? 0
}

/** What Chromium calls the end of a renderer, and what Electron does; a name unknown here is a crash. */
const REASONS: Readonly<Record<string, Electron.RenderProcessGoneDetails['reason']>> = {
  normal: 'clean-exit',
  abnormal: 'abnormal-exit',
  killed: 'killed',
  oom: 'oom',
  failed: 'launch-failed',
}

export function endOf(status: string): Electron.RenderProcessGoneDetails['reason'] {
  return REASONS[status] ?? 'crashed'
}
