/** A simulated venue and a desk for the running test alone. Both stop when the test ends. */
import { onTestFinished } from 'vitest'
import { startSimulator } from '#electron/simulator/testing/test-simulator.ts'
import type { Simulator, SimulatorOptions } from '#electron/simulator/testing/test-simulator.ts'
import { startDeskAtVenue } from '#test/support/desk-at-venue.ts'
import type { DeskAtVenue, DeskAtVenueOptions } from '#test/support/desk-at-venue.ts'
import { journalFolder } from '#test/support/desk-run.ts'
import { WireTime } from '#test/support/wire-time.ts'

/** Virtual time for the running test. It passes by itself. The venue and the desk each get their side of it. */
export function wireTime(): WireTime {
  const time = new WireTime()
  onTestFinished(() => time.stop())
  void time.run()
  return time
}

/** A venue on which nothing happens by itself. */
export async function stillVenue(options: Omit<SimulatorOptions, 'seed'>): Promise<Simulator> {
  const venue = await startSimulator({ seed: 7, autoTick: false, life: false, ...options })
  onTestFinished(() => venue.stop())
  return venue
}

/** A journal file. A test that starts a second desk on the same journal passes this path to both. */
export function journalPath(): string {
  const folder = journalFolder()
  onTestFinished(() => folder.remove())
  return folder.path
}

/** A desk at `venue`. The test may stop it before it ends. */
export async function deskAt(
  options: Omit<DeskAtVenueOptions, 'path'> & { readonly path?: string },
): Promise<DeskAtVenue> {
  const desk = await startDeskAtVenue({ ...options, path: options.path ?? journalPath() })
  let stopped: Promise<void> | null = null
  const stop = () => (stopped ??= desk.stop())
  onTestFinished(stop)
  return { ...desk, stop }
}
