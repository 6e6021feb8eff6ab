import type { Socket } from 'node:net'

/** Numbers sockets and their requests. Knows the TCP connection under TLS, which is the one that can be reset. */
export class Connections {
  readonly #seen = new WeakMap<Socket, { socketId: number; numberOnSocket: number }>()
  readonly #byPort = new Map<number, Socket>()
  #count = 0
  #open = 0

  /** How many are open. Of a client that is gone, nothing more arrives once there is none. */
  get open(): number {
    return this.#open
  }

  add(socket: Socket): void {
    this.#open += 1
    socket.once('close', () => (this.#open -= 1))
    const { remotePort } = socket
    if (remotePort === undefined) return
    this.#byPort.set(remotePort, socket)
    socket.once('close', () => {
      if (this.#byPort.get(remotePort) === socket) this.#byPort.delete(remotePort)
    })
  }

  under(socket: Socket): Socket {
    return this.#byPort.get(socket.remotePort ?? 0) ?? socket
  }

  count(socket: Socket): { socketId: number; numberOnSocket: number } {
    const seen = this.#seen.get(socket) ?? { socketId: (this.#count += 1), numberOnSocket: 0 }
    const next = { ...seen, numberOnSocket: seen.numberOnSocket + 1 }
    this.#seen.set(socket, next)
    return next
  }
}
