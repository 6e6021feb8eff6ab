/** The result of one bench file's default export: a section of docs/benchmarks.md and its verdicts. */
export interface BenchResult {
  readonly title: string
  readonly markdown: string
  readonly goals: readonly {
    readonly id: string
    readonly goal: string
    readonly measured: string
    readonly verdict: 'met' | 'missed' | 'inconclusive'
  }[]
}
