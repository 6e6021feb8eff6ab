// Finds the system's Chromium, for tests and for the Chromium host.
import { existsSync } from 'node:fs'

/**
 * Chromium with windows; null: none. Debian's itself comes before its wrapper script.
 * @returns {string | null}
 */
export function findChromium() {
  const places = [
    process.env.PLIMSOLL_CHROMIUM,
    '/usr/lib/chromium/chromium',
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
  ]
  return places.find((place) => place && existsSync(place)) ?? null
}

/** Debian's Chromium without anything to see: it starts in half the time, for tests and the host without a display. */
export const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell'

/**
 * What runs a page without a display; null: nothing.
 * @returns {string | null}
 */
export function findHeadlessChromium() {
  return !process.env.PLIMSOLL_CHROMIUM && existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : findChromium()
}
