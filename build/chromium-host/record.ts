/** One call into a native part that this host only writes down. */
export interface RecordedCall {
  readonly api: string
  readonly args: readonly unknown[]
}

/** A display without bars of the desktop. */
function display(bounds: { x: number; y: number; width: number; height: number }, scaleFactor = 1) {
  return { bounds, workArea: bounds, scaleFactor }
}

/** What a test reads, and sets, through `globalThis.__electronHost`: the mark by which it knows the host from Electron. */
export const recording = {
  calls: [] as RecordedCall[],
  /** Trays there are; `menu` and `toolTip` say what each shows. */
  trays: [] as object[],
  /** Notifications that were shown, oldest first. */
  notifications: [] as object[],
  /** Results that `dialog.showMessageBox` gives next, first come first served. */
  dialogAnswers: [] as { response: number; checkboxChecked: boolean }[],
  /** Whether the computer has a network: what `net.isOnline` says. */
  isOnline: true,
  /** What `powerMonitor.getSystemIdleTime` says. */
  idleSeconds: 0,
  /** The displays there are, the primary one first. */
  displays: [display({ x: 0, y: 0, width: 1920, height: 1080 })],
  /** How long a page may leave a question unanswered before it is `unresponsive`, ms. Chromium's own is so long too. */
  hungAfterMs: 15_000,
}

Object.assign(globalThis, { __electronHost: recording })

export function record(api: string, ...args: unknown[]): void {
  recording.calls.push({ api, args: args.map(plain) })
}

function plain(value: unknown): unknown {
  if (value === undefined) return undefined
  const text = JSON.stringify(value, (_key, part: unknown) => (typeof part === 'function' ? '[function]' : part))
  return JSON.parse(text)
}
