// What the fixture app puts on globalThis, in its page and in its main process, for tests to look at.

/** The app's folder. */
export const FIXTURE_APP = import.meta.dirname

interface Fixture {
  add(a: number, b: number): number
  throwIt(): void
  callBack(fn: (n: number) => number): number
  giveBack<T>(value: T): T
  readonly nested: { readonly deep: { readonly value: number } }
  echo(value: unknown): Promise<unknown>
  fail(): Promise<never>
  missing(): Promise<never>
  sender(): Promise<object>
  note(note: string): void
  listening(): number
  requires(name: string): string
  onTick(listener: (value: unknown) => void): () => void
}

export interface Seen {
  readonly secondStarts: string[][]
  readonly willNavigate: string[]
  readonly consoleErrors: string[]
  readonly notes: string[]
}

declare global {
  // `var` is the only declaration that puts a name on globalThis.
  var fixture: Fixture
  var seen: Seen
  var startHelper: () => Electron.UtilityProcess
  var __electronHost: {
    readonly calls: { api: string; args: unknown[] }[]
    readonly dialogAnswers: { response: number; checkboxChecked: boolean }[]
    hungAfterMs: number
  }
  var ticks: unknown[]
  var stopTicks: () => void
}
