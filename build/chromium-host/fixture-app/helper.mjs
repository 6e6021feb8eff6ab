// A utility process: prints one line, answers each message, and never ends on its own.
import { createServer } from 'node:http'

createServer().listen(0, '127.0.0.1')
process.stdout.write(`helper ${process.argv.at(-1)} has ${typeof process.parentPort}\n`)
process.parentPort.on('message', ({ data }) => {
  if (data === 'leave') process.exit(3)
  // V8 ends a process this way when it cannot continue.
  if (data === 'give up') process.abort()
  if (data === 'reject') void Promise.reject(new Error('not handled'))
  process.parentPort.postMessage({ heard: data, pid: process.pid })
})
