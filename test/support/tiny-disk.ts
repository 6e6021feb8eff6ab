/** A small file system for one test, which can be filled or made read-only. */
import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Why a test that needs such a disk cannot run here; null when it can. */
export const NO_TINY_DISK = whyNone()

export interface TinyDisk {
  readonly path: string
  /** Fills the disk to the last byte. */
  fill(): void
  /** Frees what `fill` used. */
  free(): void
  setReadOnly(isReadOnly: boolean): void
}

/** Unmounted when the test ends. */
export function tinyDisk(megabytes: number): TinyDisk {
  const path = mkdtempSync(join(tmpdir(), 'plimsoll-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'plimsoll', path])
  onTestFinished(() => {
    execFileSync('umount', ['-l', path])
    rmSync(path, { recursive: true })
  })
  const filler = join(path, 'filler')
  return {
    path,
    fill() {
      const handle = openSync(filler, 'a')
      for (let size = 1_048_576; size >= 1;) {
        try {
          writeSync(handle, Buffer.alloc(size))
        } catch {
          size = Math.floor(size / 2)
        }
      }
      closeSync(handle)
    },
    free: () => rmSync(filler),
    setReadOnly: (isReadOnly) => void execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, path]),
  }
}

function whyNone(): string | null {
  if (process.platform !== 'linux') return 'only Linux mounts a file system in memory'
  if (process.getuid?.() !== 0) return 'only root may mount'
  const probe = mkdtempSync(join(tmpdir(), 'plimsoll-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'plimsoll', probe])
  if (mounted.status === 0) spawnSync('umount', [probe])
  if (existsSync(probe)) rmSync(probe, { recursive: true })
  return mounted.status === 0 ? null : 'this machine lets no file system be mounted'
}
