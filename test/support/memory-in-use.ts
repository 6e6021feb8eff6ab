/** Memory that is still in use, after everything else was collected: when a collection happens by itself is chance. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes of JavaScript objects. */
export function heapInUse(): number {
  collect()
  return process.memoryUsage().heapUsed
}

/** Bytes of buffers. */
export function buffersInUse(): number {
  collect()
  return process.memoryUsage().arrayBuffers
}
