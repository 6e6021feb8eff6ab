// What a utility process runs first: gives the app's script its process.parentPort and stands aside.
import { EventEmitter } from 'node:events'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const parentPort = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown): void => void process.send?.(message),
})
process.on('message', (data) => parentPort.emit('message', { data, ports: [] }))
// However the parent went, its helper must not outlive it.
process.on('disconnect', () => process.exit())
// Ctrl-C reaches the whole group; when to end a helper is its parent's to say.
process.on('SIGINT', () => {})
Object.assign(process, { parentPort, type: 'utility' })
process.argv.splice(1, 1)
const [, script = ''] = process.argv
await import(pathToFileURL(resolve(script)).href)
