/** What the venue's server and its control port share: listening only on this machine, and reading requests. */
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export const HOST = '127.0.0.1'
const MAX_BODY = 1024 * 1024

/** Listens on a port of 127.0.0.1 (0: any free one) and resolves with it. Rejects with the system's error. */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, () => {
      server.removeListener('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

/** The body; null: it is too long, or the client disconnected. */
export function readAll(request: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_BODY) resolve(null)
      else chunks.push(chunk)
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('close', () => resolve(null))
  })
}
