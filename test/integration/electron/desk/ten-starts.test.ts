/** F54, T23: ten starts on one journal at once. One gets the journal and may trade; the others are refused. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { journalPath } from '#test/support/still-venue.ts'

const STARTS = 10

/** On a signal, opens the journal, prints the result, and keeps the journal until the next signal. */
const START = `
  import { createInterface } from 'node:readline'
  import { openJournal } from ${JSON.stringify(`${process.cwd()}/electron/desk/log/journal.ts`)}
  const words = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  const clock = { wall: () => 1, mono: () => 1, after: () => () => {} }
  console.log('ready')
  await words.next()
  const opened = openJournal(process.argv[1], clock)
  console.log(opened.ok ? 'opened ' + (opened.value.notice?.code ?? 'well') : opened.error.code)
  await words.next()
  process.kill(process.pid, 'SIGKILL')`

function start(path: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', START, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const line = async (): Promise<string> => String((await lines.next()).value)
  return { line, tell: () => child.stdin.write('go\n'), ended: once(child, 'exit') }
}

async function opensOfTen(path: string): Promise<readonly string[]> {
  const starts = Array.from({ length: STARTS }, () => start(path))
  for (const { line } of starts) expect(await line()).toBe('ready')
  for (const { tell } of starts) tell()
  const came = await Promise.all(starts.map(({ line }) => line()))
  for (const { tell } of starts) tell()
  await Promise.all(starts.map(({ ended }) => ended))
  return came.toSorted()
}

it('ten starts at once: one gets the journal, and again after that one is killed', async () => {
  const path = journalPath()
  const wanted = [...Array<string>(STARTS - 1).fill('storage.journal.inUse'), 'opened well'].toSorted()
  expect(await opensOfTen(path)).toEqual(wanted)
  expect(await opensOfTen(path)).toEqual(wanted)
})
