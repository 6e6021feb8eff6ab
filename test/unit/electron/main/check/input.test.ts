import { createReadStream, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readArguments, readKey, readVenue } from '#electron/main/check/input.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plimsoll-check-input-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What is read of `text` on standard input, which is a file here. */
async function keyIn(text: string) {
  const file = join(folder, 'input')
  writeFileSync(file, text)
  // As Node does with standard input, which stays open after its end.
  const input = createReadStream('', { fd: openSync(file, 'r'), autoClose: false })
  const asks: unknown[] = []
  const key = await readKey(input as unknown as Parameters<typeof readKey>[0], (line) => asks.push(line))
  input.destroy()
  expect(asks).toEqual([])
  return key
}

describe('the key on standard input', () => {
  it.each([
    ['nothing', '', 'check.inputEmpty'],
    ['an empty line', '\n', 'check.inputEmpty'],
    ['text that is not JSON', 'c4n4ry-secret\n', 'check.inputOther'],
    ['an extra field', '{"apiKey":"a","apiSecret":"c4n4ry-secret","note":"x"}\n', 'check.inputOther'],
    ['no secret', '{"apiKey":"c4n4ry-key"}\n', 'check.inputOther'],
    ['a key with spaces', '{"apiKey":"a b","apiSecret":"c4n4ry-secret"}\n', 'check.inputOther'],
    ['a document of several lines', '{\n"apiKey":"c4n4ry-key","apiSecret":"s"}\n', 'check.inputOther'],
    ['a line without a line end', 'c4n4ry'.repeat(1_000), 'check.inputLong'],
  ])('is refused when it is %s, and none of it is repeated', async (_what, text, code) => {
    const key = await keyIn(text)
    expect(key).toMatchObject({ ok: false, error: { code } })
    expect(JSON.stringify(key)).not.toContain('c4n4ry')
  })

  it('is the first line alone', async () => {
    expect(await keyIn('{"apiKey":"a","apiSecret":"b"}\nand what follows\n')).toEqual({
      ok: true,
      value: { apiKey: 'a', apiSecret: 'b' },
    })
  })
})

describe('the arguments of a check', () => {
  it.each([
    ['no profile', [], 'check.noVenue'],
    ['a profile that does not exist', ['--profile', 'nowhere.json'], 'check.noFile'],
    ['a key where the profile belongs', ['--profile', '{c4n4ry-key'], 'check.noFileNamed'],
    ['a profile that is a folder', ['--profile', '.'], 'check.notRegular'],
    ['another JSON file', ['--profile', 'broken.json'], 'check.noProfile'],
    ['a name that no venue has', ['--venue', 'c4n4ry-key'], 'check.unknownVenue'],
    ['a name and a profile', ['--venue', 'bitrue', '--profile', 'broken.json'], 'check.twoVenues'],
    ['two kinds of answer', ['--json', '--report'], 'check.twoAnswers'],
    ['a language that Plimsoll does not speak', ['--language', 'c4n4ry'], 'check.argument'],
    ['an argument it does not know', ['--secret', 'c4n4ry-secret'], 'check.argument'],
    ['a key among its arguments', ['c4n4ry-secret'], 'check.argument'],
  ])('are refused with %s, and no key is repeated', (_what, args, code) => {
    writeFileSync(
      join(folder, 'broken.json'),
      '{"version":2,"name":"a","spotBaseUrl":"https://a.example","contractBaseUrl":"https://b.example"}',
    )
    const asked = readArguments(args.map((each) => (each.endsWith('.json') ? join(folder, each) : each)))
    const venue = asked.ok ? readVenue(asked.value) : asked
    expect(venue).toMatchObject({ ok: false, error: { code } })
    expect(JSON.stringify(venue)).not.toContain('c4n4ry')
  })
})
