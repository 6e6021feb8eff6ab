import type { Bridge } from '#shared/ipc/contract.ts'

declare global {
  interface Window {
    /** Set by the preload; the only way out of this page. */
    readonly plimsoll?: Bridge
  }
}

/** The way to main. Missing only when the page is opened outside Plimsoll. */
export function readBridge(): Bridge {
  if (!window.plimsoll) throw new Error('window.plimsoll is missing: this page only works inside Plimsoll')
  return window.plimsoll
}
