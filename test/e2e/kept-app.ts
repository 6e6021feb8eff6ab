// An app whose profile outlives it, so that a case can start it again, and a venue of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { Simulator } from '../../electron/simulator/testing/test-simulator.ts'
import { launchApp, type Launched } from './launch.ts'
import { startVenue } from './venue.ts'

/** Gives each case a venue and an app on a profile of its own. Call once, at the top of the file. */
export function keptApp(size: string) {
  let venue: Simulator
  let launched: Launched
  let userData: string
  async function launch(): Promise<Launched> {
    launched = await launchApp({ args: [`--size=${size}`], userData, keep: true })
    return launched
  }
  beforeEach(async () => {
    userData = mkdtempSync(join(tmpdir(), 'plimsoll-kept-'))
    venue = await startVenue()
    await launch()
  })
  afterEach(async () => {
    await launched.close()
    await venue.stop()
    rmSync(userData, { recursive: true, force: true, maxRetries: 5 })
  })
  return {
    get venue() {
      return venue
    },
    /** The newest start of the app. */
    get launched() {
      return launched
    },
    get userData() {
      return userData
    },
    /** Starts the app again, after it was closed. */
    launch,
  }
}
