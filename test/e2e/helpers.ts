// The helper processes of an app under test.
import { readdirSync, readFileSync } from 'node:fs'
import type { Launched } from './launch.ts'

/** The processes of the app that run `script`. */
export function helpersOf({ app }: Launched, script: string): number[] {
  const main = app.process().pid
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .map(Number)
    .filter((pid) => {
      try {
        const parent = Number(
          readFileSync(`/proc/${pid}/stat`, 'utf8')
            .replace(/^.*\) \S /s, '')
            .split(' ')[0],
        )
        return parent === main && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(script)
      } catch {
        return false
      }
    })
}
