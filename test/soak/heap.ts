import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes of JavaScript objects that are still in use, after everything else was collected. */
export function heapInUse(): number {
  collect()
  return process.memoryUsage().heapUsed
}
