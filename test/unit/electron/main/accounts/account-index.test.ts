import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openAccountIndex, type StoredAccount } from '#electron/main/accounts/account-index.ts'
import { message } from '#shared/words/message.ts'

let top: string
let file: string
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'accounts-'))
  file = join(top, 'Plimsoll', 'accounts.json')
})
afterEach(() => rmSync(top, { recursive: true }))

function account(name = 'Main'): StoredAccount {
  return {
    id: randomUUID(),
    name,
    spotBaseUrl: 'https://spot.example',
    contractBaseUrl: 'https://futures.example',
    keyTail: '9f3a',
  }
}

function put(text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const DONE = { ok: true, value: null }

describe('the account index', () => {
  it('is empty without a file, and does not create one', () => {
    expect(openAccountIndex(file).list()).toEqual({ ok: true, value: [] })
    expect(existsSync(dirname(file))).toBe(false)
  })

  it('returns what was added, in order, also in a later run', () => {
    const [first, second] = [account('First'), account('Zweites 账户')]
    const index = openAccountIndex(file)
    expect(index.add(first)).toEqual(DONE)
    expect(index.add(second)).toEqual(DONE)
    expect(index.list()).toEqual({ ok: true, value: [first, second] })
    expect(openAccountIndex(file).list()).toEqual({ ok: true, value: [first, second] })
  })

  it.each([
    ['a preset of wrong types', { preset: { id: 5, version: 'two' } }],
    ['a preset with a setting that no longer exists', { preset: { id: 'a', version: 1, dialect: { gone: true } } }],
    ['a probe without a time', { probedAt: 'yesterday' }],
    ['a reading key without an end', { readingKeyTail: '' }],
    ['a colour that no longer exists', { colour: 'red' }],
  ])('lists an account with %s without that field', (_what, wrong) => {
    const [first, second] = [account('First'), account('Second')]
    put(JSON.stringify({ version: 1, accounts: [{ ...first, ...wrong }, second] }))
    expect(openAccountIndex(file).list()).toEqual({ ok: true, value: [first, second] })
  })

  it.each([
    ['a\nb!', 'a?b!'],
    ['\u202eab', '?ab'],
    [' \t\u2028x', '???x'],
    ['9f3a', '9f3a'],
  ])('shows the tail of a key on one line, whatever the file says: %j', (keyTail, shown) => {
    put(JSON.stringify({ version: 1, accounts: [{ ...account(), keyTail }] }))
    expect(openAccountIndex(file).list()).toMatchObject({ ok: true, value: [{ keyTail: shown }] })
  })

  it('keeps how a venue differs, and reads a list from before that field existed', () => {
    const [plain, other] = [account('Plain'), { ...account('Other'), dialect: { signGetQuery: false } }]
    put(JSON.stringify({ version: 1, accounts: [plain] }))
    const index = openAccountIndex(file)
    expect(index.add(other)).toEqual(DONE)
    expect(openAccountIndex(file).list()).toEqual({ ok: true, value: [plain, other] })
  })

  it('keeps preset and probe, and changes the fields of a listed account only', () => {
    const index = openAccountIndex(file)
    const [old, other] = [account('Old'), account('Other')]
    for (const one of [old, other]) index.add(one)
    const preset = { id: 'koinbay', version: 2, dialect: { symbolCase: 'upper' } } as const
    const probed = { ...old, preset, probedAt: 1_767_225_600_000 }
    expect(index.change(old.id, { preset, probedAt: probed.probedAt })).toEqual({ ok: true, value: probed })
    expect(openAccountIndex(file).list()).toEqual({ ok: true, value: [probed, other] })
    const refused = { ok: false, error: { kind: 'invalidParameter' } }
    expect(index.change(account().id, { name: 'Nobody' })).toMatchObject(refused)
    expect(index.change(old.id, { name: '' })).toMatchObject(refused)
    expect(index.change(old.id, { colour: 'red' as 'teal' })).toMatchObject(refused)
    expect(index.list()).toEqual({ ok: true, value: [probed, other] })
  })

  it('keeps the end of a reading key, on one line and no more of it', () => {
    const index = openAccountIndex(file)
    const one = account()
    index.add(one)
    expect(index.change(one.id, { readingKeyTail: '7c1d' })).toMatchObject({ ok: true })
    expect(openAccountIndex(file).list()).toEqual({ ok: true, value: [{ ...one, readingKeyTail: '7c1d' }] })
    expect(index.change(one.id, { readingKeyTail: 'a whole key' })).toMatchObject({ ok: false })
    put(JSON.stringify({ version: 1, accounts: [{ ...one, readingKeyTail: 'a\nb' }] }))
    expect(index.list()).toMatchObject({ ok: true, value: [{ readingKeyTail: 'a?b' }] })
    expect(index.change(one.id, { readingKeyTail: undefined })).toMatchObject({ ok: true })
    expect(readFileSync(file, 'utf8')).not.toContain('readingKeyTail')
  })

  it('keeps name and colour, whatever else changes meanwhile', () => {
    const index = openAccountIndex(file)
    const one = account()
    index.add(one)
    index.change(one.id, { name: 'Other', colour: 'teal' })
    index.change(one.id, { probedAt: 1_767_225_600_000 })
    const now = { ...one, name: 'Other', colour: 'teal', probedAt: 1_767_225_600_000 }
    expect(openAccountIndex(file).list()).toEqual({ ok: true, value: [now] })
    index.change(one.id, { colour: undefined })
    expect(readFileSync(file, 'utf8')).not.toContain('colour')
  })

  it('keeps which areas a venue does not have', () => {
    const index = openAccountIndex(file)
    const alone = [
      { ...account('Contracts'), spotBaseUrl: null },
      { ...account('Spot'), contractBaseUrl: null },
    ]
    for (const one of alone) expect(index.add(one)).toEqual(DONE)
    expect(openAccountIndex(file).list()).toEqual({ ok: true, value: alone })
  })

  it('removes one account and leaves the others; an unknown id counts as removed', () => {
    const [first, second] = [account(), account()]
    const index = openAccountIndex(file)
    expect(index.remove(first.id)).toEqual(DONE)
    index.add(first)
    index.add(second)
    expect(index.remove(first.id)).toEqual(DONE)
    expect(index.remove(first.id)).toEqual(DONE)
    expect(index.list()).toEqual({ ok: true, value: [second] })
  })

  it('lists an account once', () => {
    const index = openAccountIndex(file)
    const one = account()
    index.add(one)
    expect(index.add({ ...one, name: 'Again' })).toMatchObject({ ok: false, error: { kind: 'invalidParameter' } })
    expect(index.list()).toEqual({ ok: true, value: [one] })
  })

  it.each([
    { id: 'not-a-uuid' },
    { name: '' },
    { spotBaseUrl: '' },
    { keyTail: 'longer than a tail' },
    { dialect: { signGetQuery: 'no' } },
    { dialect: { apiSecret: 'c4n4ry' } },
    { preset: { id: 'koinbay', version: 0 } },
    { preset: { id: 'koinbay', version: 1, apiSecret: 'c4n4ry' } },
    { probedAt: 'yesterday' },
  ])('refuses what it could not read back: %j', (wrong) => {
    const index = openAccountIndex(file)
    expect(index.add({ ...account(), ...(wrong as object) })).toMatchObject({
      ok: false,
      error: { kind: 'invalidParameter' },
    })
    expect(index.list()).toEqual({ ok: true, value: [] })
  })

  it('writes only the fields that it knows, so a stray secret stays out', () => {
    openAccountIndex(file).add({ ...account(), apiSecret: 'c4n4ry' } as StoredAccount)
    expect(readFileSync(file, 'utf8')).not.toMatch(/apiSecret|c4n4ry/)
  })

  it('is readable by its owner only, even if the folder was open before', () => {
    mkdirSync(dirname(file), { mode: 0o755 })
    openAccountIndex(file).add(account())
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700)
  })

  it('replaces the file as a whole: an unfinished draft or a link in its place does no harm', () => {
    const stranger = join(top, 'stranger')
    writeFileSync(stranger, 'untouched')
    mkdirSync(dirname(file))
    symlinkSync(stranger, join(dirname(file), '.accounts.json.draft'))
    const one = account()
    expect(openAccountIndex(file).add(one)).toEqual(DONE)
    expect(readFileSync(stranger, 'utf8')).toBe('untouched')
    expect(openAccountIndex(file).list()).toEqual({ ok: true, value: [one] })
    expect(readdirSync(dirname(file))).toEqual(['accounts.json'])
  })
})

describe('a damaged index', () => {
  const one = account()
  const whole = JSON.stringify({ version: 1, accounts: [one] })

  it.each([
    ['an empty file', ''],
    ['a file cut short', whole.slice(0, -5)],
    ['a list of something else', '[]'],
    ['no version', whole.replace('"version":1', '"version":0')],
    ['an extra field', whole.replace('"keyTail"', '"apiSecret":"x","keyTail"')],
    ['a venue with an unknown difference', whole.replace('"keyTail"', '"dialect":{"colour":1},"keyTail"')],
    ['a missing field', whole.replace('"keyTail"', '"tail"')],
    ['an account listed twice', JSON.stringify({ version: 1, accounts: [one, one] })],
  ])('is set aside and never called empty: %s', (_, text) => {
    put(text)
    const facts = {
      ok: false,
      error: { kind: 'storage', message: message('storage.accounts.damaged', { aside: `${file}.corrupt-1` }) },
    }
    expect(openAccountIndex(file).list()).toMatchObject(facts)
    expect(readFileSync(`${file}.corrupt-1`, 'utf8')).toBe(text)
    expect(openAccountIndex(file).list()).toMatchObject(facts)
  })

  it('makes room for a new list, and for later damage', () => {
    put('first damage')
    const index = openAccountIndex(file)
    expect(index.add(one)).toMatchObject({ ok: false, error: { kind: 'storage' } })
    expect(index.add(one)).toEqual(DONE)
    expect(index.list()).toEqual({ ok: true, value: [one] })

    put('second damage')
    expect(index.remove(one.id)).toMatchObject({ ok: false, error: { kind: 'storage' } })
    expect(index.list()).toHaveProperty(
      'error.message',
      message('storage.accounts.damaged', { aside: `${file}.corrupt-2` }),
    )
    expect(readFileSync(`${file}.corrupt-1`, 'utf8')).toBe('first damage')
    expect(readFileSync(`${file}.corrupt-2`, 'utf8')).toBe('second damage')
  })
})

describe('a list of a newer version', () => {
  const one = account('One')
  const newer = JSON.stringify({
    version: 2,
    accounts: [{ ...one, colour: 'red' }, { ...account('Two'), dialect: { colour: 1 } }, 'three'],
    vaults: [],
  })

  it('is shown as far as it can be read, and not changed', () => {
    put(newer)
    const index = openAccountIndex(file)
    expect(index.list()).toEqual({ ok: true, value: [one] })
    const refused = { ok: false, error: { kind: 'storage', message: { code: 'storage.accounts.newer' } } }
    expect(index.mayChange()).toMatchObject(refused)
    expect(index.add(account())).toMatchObject(refused)
    expect(index.change(one.id, { name: 'Other' })).toMatchObject(refused)
    expect(index.remove(one.id)).toMatchObject(refused)
    expect(readFileSync(file, 'utf8')).toBe(newer)
    expect(readdirSync(dirname(file))).toEqual(['accounts.json'])
  })
})

describe('an unusable path', () => {
  it('is reported when the file cannot be read, and left as it is', () => {
    mkdirSync(file, { recursive: true })
    const index = openAccountIndex(file)
    for (const result of [index.list(), index.add(account()), index.remove(randomUUID())]) {
      expect(result).toMatchObject({ ok: false, error: { kind: 'storage' } })
      expect(result).toHaveProperty('error.message', message('storage.accounts.unread', { file, cause: 'EISDIR' }))
    }
    expect(statSync(file).isDirectory()).toBe(true)
  })

  it('is reported when nothing can be written, with the old list intact', () => {
    const one = account()
    openAccountIndex(file).add(one)
    const before = readFileSync(file, 'utf8')
    // A folder with the name of the draft stops everybody, root included.
    mkdirSync(join(dirname(file), '.accounts.json.draft'))
    expect(openAccountIndex(file).add(account())).toMatchObject({ ok: false, error: { kind: 'storage' } })
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('is reported when its folder is a file', () => {
    writeFileSync(dirname(file), '')
    chmodSync(dirname(file), 0o600)
    expect(openAccountIndex(file).list()).toMatchObject({ ok: false, error: { kind: 'storage' } })
  })
})
