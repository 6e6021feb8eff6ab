// utilityProcess: a child on the same Node, with process.parentPort in it.
import { fork, type ChildProcess, type IOType } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Readable } from 'node:stream'
import type * as Electron from 'electron'
import { record } from '../record.ts'
import { notProvided, provided, refusingEmitter } from '../refuse.ts'
import { appEvents, state } from '../state.ts'

const ENTRY = fileURLToPath(new URL('../utility-entry.ts', import.meta.url))

class UtilityProcess extends refusingEmitter('UtilityProcess') {
  pid: number | undefined
  readonly stdout: Readable | null
  readonly stderr: Readable | null
  readonly #child: ChildProcess

  constructor(modulePath: string, args: string[], options: Electron.ForkOptions) {
    super()
    const { env = process.env, cwd, execArgv = [], stdio = 'inherit', serviceName = 'Node Utility Process' } = options
    if (Array.isArray(stdio)) throw notProvided('utilityProcess.fork with a stdio list')
    const output = stdio as IOType
    const child = fork(ENTRY, [modulePath, ...args], {
      env: { ...env, CHROMIUM_HOST_UTILITY: '1' },
      cwd,
      // In a utility process of Electron a rejection that is not handled is a warning, and no end.
      execArgv: ['--unhandled-rejections=warn', ...execArgv],
      serialization: 'advanced',
      stdio: ['ignore', output, output, 'ipc'],
    })
    this.#child = child
    this.stdout = child.stdout
    this.stderr = child.stderr
    child.once('spawn', () => {
      this.pid = child.pid
      this.emit('spawn')
    })
    child.on('message', (message) => this.emit('message', message))
    child.once('exit', (code, signal) =>
      this.#exited(code ?? constants.signals[signal ?? 'SIGKILL'], signal, serviceName),
    )
  }

  postMessage(message: unknown): void {
    // To a process that was killed a moment ago it is lost, in Electron too; its exit tells. Without someone to tell,
    // Node would throw it in main.
    if (this.#child.connected) this.#child.send(message as object, () => undefined)
  }

  kill(): boolean {
    return this.#child.kill()
  }

  #exited(exitCode: number, signal: NodeJS.Signals | null, name: string): void {
    this.pid = undefined
    try {
      // V8 gives up by an abort. Without a listener that throws where nobody catches it, here as in Electron.
      if (signal === 'SIGABRT') this.emit('error', 'FatalError', '', '')
    } finally {
      this.emit('exit', exitCode)
      if (exitCode !== 0) appEvents.emit('emit', 'child-process-gone', {}, gone(exitCode, signal, name))
    }
  }
}

const KILLS: ReadonlySet<NodeJS.Signals> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT'])

function gone(exitCode: number, signal: NodeJS.Signals | null, name: string): Electron.Details {
  const reason = signal === null ? 'abnormal-exit' : KILLS.has(signal) ? 'killed' : 'crashed'
  return { type: 'Utility', reason, exitCode, name, serviceName: 'node.mojom.NodeService' }
}

export const utilityProcess = provided('utilityProcess', {
  fork(modulePath: string, args: string[] = [], options: Electron.ForkOptions = {}): UtilityProcess {
    if (!state.isReady) throw new Error('utilityProcess cannot be created before app is ready')
    record('utilityProcess.fork', modulePath, args)
    return new UtilityProcess(modulePath, args, options)
  },
})
