/** Runs one bench file in a process of its own and prints its result as the last line: one JSON object. */
import { pathToFileURL } from 'node:url'
import type { BenchResult } from './bench-result.ts'

const { default: run } = (await import(pathToFileURL(process.argv[2] ?? '').href)) as {
  default: () => Promise<BenchResult>
}
console.log(JSON.stringify(await run()))
process.exit()
