/** A simulated venue and a desk that belong to the running test alone. Both are stopped when it has ended. */
import { onTestFinished } from 'vitest'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Simulator, SimulatorOptions } from '#electron/simulator/testing/test-simulator.ts'
import { startDeskAtVenue } from '#test/support/desk-at-venue.ts'
import type { DeskAtVenue, DeskAtVenueOptions } from '#test/support/desk-at-venue.ts'
import { journalFolder } from '#test/support/desk-run.ts'
import { WireTime } from '#test/support/wire-time.ts'

/** Virtual time of the running test, which passes by itself. The venue and the desk are given it, each its side. */
export function wireTime(): WireTime {
  const time = new WireTime()
  onTestFinished(() => time.stop())
  void time.run()
  return time
}

/** A venue at which nothing happens by itself. */
export async function stillVenue(options: Omit<SimulatorOptions, 'seed'>): Promise<Simulator> {
  const venue = await startSimulator({ seed: 7, autoTick: false, life: false, ...options })
  onTestFinished(() => venue.stop())
  return venue
}

/** A file for a journal; a test that starts a second desk on it passes the path to both. */
export function journalPath(): string {
  const folder = journalFolder()
  onTestFinished(() => folder.remove())
  return folder.path
}

/** A desk at `venue`. The test may stop it earlier. */
export async function deskAt(
  options: Omit<DeskAtVenueOptions, 'path'> & { readonly path?: string },
): Promise<DeskAtVenue> {
  const desk = await startDeskAtVenue({ ...options, path: options.path ?? journalPath() })
  let stopped: Promise<void> | null = null
  const stop = () => (stopped ??= desk.stop())
  onTestFinished(stop)
  return { ...desk, stop }
}
