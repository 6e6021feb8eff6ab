import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'

/**
 * Throws unless the tests run in the session that build/with-keyring.sh creates. No test ever touches a user's own
 * keyring.
 */
export function requirePrivateKeyring(): void {
  if (process.env['PLIMSOLL_PRIVATE_KEYRING'] !== '1') {
    throw new Error('run the keyring tests through build/with-keyring.sh, which gives them a keyring of their own')
  }
}

/** A message bus and a GNOME keyring that belong to the test. The test may lock, freeze and restart them. */
export class PrivateKeyring {
  readonly #home = mkdtempSync(join(tmpdir(), 'keyring-'))
  #bus: ChildProcess | null = null
  #daemon: ChildProcess | null = null

  /** The environment that a process needs to use this keyring. */
  get env(): NodeJS.ProcessEnv {
    return {
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${this.#home}/bus`,
      HOME: this.#home,
      XDG_RUNTIME_DIR: this.#home,
      XDG_DATA_HOME: join(this.#home, 'data'),
      XDG_CONFIG_HOME: join(this.#home, 'config'),
      XDG_CACHE_HOME: join(this.#home, 'cache'),
    }
  }

  async start(): Promise<void> {
    const address = `--address=unix:path=${this.#home}/bus`
    const bus = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address', address], {
      env: { ...process.env, ...this.env },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    this.#bus = bus
    await once(bus.stdout, 'data')
    await this.unlock()
  }

  /** Restarts the keyring daemon, unlocked. */
  unlock(): Promise<void> {
    return this.#restart(['--unlock'])
  }

  /** Restarts the keyring daemon, locked, with its contents kept. */
  lock(): Promise<void> {
    return this.#restart([])
  }

  /** Stops the daemon from answering, as when nobody answers its prompt. */
  freeze(): void {
    this.#daemon?.kill('SIGSTOP')
  }

  async stop(): Promise<void> {
    await end(this.#daemon)
    await end(this.#bus)
    rmSync(this.#home, { recursive: true, force: true })
  }

  async #restart(flags: readonly string[]): Promise<void> {
    await end(this.#daemon)
    await vi.waitUntil(() => !this.#isUp(), { timeout: 60_000 })
    const daemon = spawn('gnome-keyring-daemon', ['--foreground', '--components=secrets', ...flags], {
      env: { ...process.env, ...this.env },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    this.#daemon = daemon
    daemon.stdin.end('password\n')
    await vi.waitUntil(() => this.#isUp(), { timeout: 60_000 })
  }

  #isUp(): boolean {
    const ask = '--session --print-reply=literal --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner'
    const args = [...ask.split(' '), 'string:org.freedesktop.secrets']
    return execFileSync('dbus-send', args, { env: { ...process.env, ...this.env } }).includes('true')
  }
}

async function end(child: ChildProcess | null): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
