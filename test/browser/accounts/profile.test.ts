import { verbatim } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, type Result } from '#shared/domain/result.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { PROFILE_MAX_LENGTH } from '#shared/ipc/account-limits.ts'
import type { NewAccount, VenueProfileView } from '#shared/ipc/contract.ts'
import type { Session } from '../../../renderer/src/app/session.ts'
import {
  alertText,
  button,
  failing,
  field,
  fillForm,
  HEALTHY,
  MAIN,
  openAccounts,
  PROFILE,
  valueOf,
} from './support.ts'

const TEXT = '{"name":"Harbour"}'
const area = () => field('Paste the profile, or drop or choose its file')
const fileInput = () => page.getByLabelText('Profile file')
const differences = (): (string | null)[] =>
  [...document.querySelectorAll('form li')].map(({ textContent }) => textContent)

/** A main that records the texts that it was asked to read. */
function openProfile(answers: Partial<Session['accounts']> = {}) {
  const read: string[] = []
  const sent: NewAccount[] = []
  const shown = openAccounts({
    addAccount: (account) => (sent.push(account), Promise.resolve(ok(HEALTHY))),
    ...answers,
    readProfile: (asked) => {
      read.push(asked.text)
      return answers.readProfile?.(asked) ?? Promise.resolve(ok(PROFILE))
    },
  })
  return { ...shown, read, sent }
}

async function paste(text: string): Promise<void> {
  await button('Use a venue profile…').click()
  await area().fill(text)
  await button('Use this profile').click()
}

/** Drops a file on the field, as the browser does. */
async function drop(content: string): Promise<DragEvent> {
  await expect.element(page.getByText('Venue profile')).toBeVisible()
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([content], 'harbour.json', { type: 'application/json' }))
  const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
  document.querySelector('[data-drop=profile]')?.dispatchEvent(event)
  return event
}

describe('a dropped profile', () => {
  it('on the field is read and used, and not opened by the browser', async () => {
    const { read } = openProfile()
    expect((await drop(TEXT)).defaultPrevented).toBe(true)
    await expect.element(page.getByText('This venue differs from the usual in 3 ways.')).toBeVisible()
    expect(read).toEqual([TEXT])
  })

  it('is shown in the field with its errors, to be corrected', async () => {
    openProfile({ readProfile: async () => failing('invalidParameter', 'no JSON') })
    await drop('{')
    await expect.element(area()).toHaveValue('{')
    await expect.poll(alertText).not.toBe('')
  })

  it('does not replace one in use', async () => {
    const { read } = openProfile()
    await drop(TEXT)
    await expect.element(page.getByText('This venue differs from the usual in 3 ways.')).toBeVisible()
    await drop('{"name":"Other"}')
    expect(read).toEqual([TEXT])
  })
})

describe('a venue profile', () => {
  it('fills in name and addresses, lists the differences, and is sent with the key', async () => {
    const { read, sent } = openProfile()
    await button('Use a venue profile…').click()
    await expect.element(area()).toHaveFocus()
    await expect.element(button('Use this profile')).toBeDisabled()
    await area().fill(TEXT)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.element(page.getByText('This venue differs from the usual in 3 ways.')).toBeVisible()
    expect(differences()).toEqual(PROFILE.differences.map(inEnglish))
    expect(['Name', 'Spot base URL', 'Contract base URL'].map(valueOf)).toEqual([
      'Harbour',
      'https://spot.harbour.example',
      'https://contract.harbour.example',
    ])
    await expect.element(field('API key')).toHaveFocus()
    await field('API key').fill('key-7F2a')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent).toMatchObject([{ name: 'Harbour', profile: TEXT }])
    expect(read).toEqual([TEXT])
  })

  it('keeps a typed name, and says that changing an address keeps the rest', async () => {
    const { sent } = openProfile()
    await field('Name').fill('Mine')
    await paste(TEXT)
    await expect.element(page.getByText(/If you change them, the rest of it still applies/)).toBeVisible()
    await fillForm({ Name: undefined })
    expect(valueOf('Name')).toBe('Mine')
    await expect.element(page.getByText(/Everything else in it still applies/)).toBeVisible()
    await button('Connect').click()
    await expect.poll(() => sent).toMatchObject([{ spotBaseUrl: 'https://spot.example', profile: TEXT }])
  })

  it('is removed with one press, also by keyboard, and is no longer sent', async () => {
    const { sent } = openProfile()
    await paste(TEXT)
    await expect.element(button('Remove profile')).toBeVisible()
    ;(button('Remove profile').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(button('Use a venue profile…')).toHaveFocus()
    expect(valueOf('Spot base URL')).toBe('https://spot.harbour.example')
    await field('API key').fill('key')
    await button('Connect').click()
    await expect.poll(() => sent).toHaveLength(1)
    expect(sent[0]).not.toHaveProperty('profile')
  })

  it('can be read from a file, and from the same file again once it was corrected', async () => {
    const answers: Result<VenueProfileView, Failure>[] = [
      failing('invalidParameter', 'limits.depth: at most 100, was 500.'),
    ]
    const { read } = openProfile({ readProfile: () => Promise.resolve(answers.shift() ?? ok(PROFILE)) })
    await button('Use a venue profile…').click()
    await userEvent.upload(fileInput(), new File(['{"a":1}'], 'harbour.json', { type: 'application/json' }))
    await expect.poll(alertText).toBe('limits.depth: at most 100, was 500.')
    await expect.element(area()).toHaveFocus()
    expect(area().element()).toMatchObject({ value: '{"a":1}', ariaInvalid: 'true' })
    expect((fileInput().element() as HTMLInputElement).files).toHaveLength(0)
    await userEvent.upload(fileInput(), new File(['{"a":2}'], 'harbour.json', { type: 'application/json' }))
    await expect.element(page.getByText(/differs from the usual/)).toBeVisible()
    expect(read).toEqual(['{"a":1}', '{"a":2}'])
  })

  it('that is far too long is not even read', async () => {
    const { read } = openProfile()
    await paste('x'.repeat(PROFILE_MAX_LENGTH + 1))
    await expect.poll(alertText).toMatch(/^This is another file: a profile holds at most 65,536 characters\.$/)
    await area().fill('')
    const large = new File(['x'.repeat(PROFILE_MAX_LENGTH * 4 + 1)], 'dump.json')
    await userEvent.upload(fileInput(), large)
    await expect.poll(alertText).toMatch(/^This is another file/)
    expect(area().element()).toMatchObject({ value: '' })
    expect(read).toEqual([])
  })

  it('that was pasted but is not in use blocks the form', async () => {
    const { sent } = openProfile()
    await fillForm()
    await button('Use a venue profile…').click()
    await area().fill(TEXT)
    await button('Connect').click()
    await expect.poll(alertText).toBe('This profile is not in use yet. Use it, or cancel it.')
    await expect.element(area()).toHaveFocus()
    expect(sent).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Use a venue profile…')).toHaveFocus()
    await field('API key').click()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent).toHaveLength(1)
    expect(sent[0]).not.toHaveProperty('profile')
  })

  it('that is removed while it is read is not used', async () => {
    const { promise, resolve } = Promise.withResolvers<Result<VenueProfileView, Failure>>()
    openProfile({ readProfile: () => promise })
    await paste(TEXT)
    await button('Cancel').click()
    resolve(ok(PROFILE))
    await promise
    await expect.element(button('Use a venue profile…')).toBeVisible()
    expect(valueOf('Spot base URL')).toBe('')
  })

  it('shows its content as text, however long, and says when nothing differs', async () => {
    const hostile = ['<img src=x onerror="window.hacked=1">', '\u202egnol\u202c'.padEnd(10_000, 'A')]
    const views = [
      { ...PROFILE, name: '\u202e'.padEnd(10_000, 'N'), differences: hostile.map(verbatim) },
      { ...PROFILE, differences: [] },
      { ...PROFILE, differences: [verbatim('One.')] },
    ]
    const { box } = openProfile({ readProfile: () => Promise.resolve(ok(views.shift()!)) })
    await paste(TEXT)
    await expect.element(page.getByText('This venue differs from the usual in 2 ways.')).toBeVisible()
    expect(differences()[0]).toBe(hostile[0])
    expect(differences()[1]!.length).toBeLessThan(700)
    expect('hacked' in window).toBe(false)
    expect(valueOf('Name')).toHaveLength(40)
    const sheet = box.querySelector('.accounts')!
    expect(sheet.scrollWidth).toBe(sheet.clientWidth)
    await button('Remove profile').click()
    await paste(TEXT)
    await expect.element(page.getByText(/^This venue is as usual/)).toBeVisible()
    await button('Remove profile').click()
    await paste(TEXT)
    await expect.element(page.getByText('This venue differs from the usual in 1 way.')).toBeVisible()
  })
})

describe('the profile of a stored account', () => {
  const LONG = JSON.stringify({ name: 'Harbour', note: 'A'.repeat(10_000) })

  it('opens selected, says that it contains no keys, is copied completely, and returns the focus', async () => {
    const asked: string[] = []
    openAccounts({
      listAccounts: () => Promise.resolve(ok([MAIN])),
      exportProfile: ({ accountId }) => (asked.push(accountId), Promise.resolve(ok(LONG))),
    })
    await expect.element(button('Copy profile…')).toBeVisible()
    ;(button('Copy profile…').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    const dialog = page.getByRole('dialog', { name: 'Venue profile of Main' })
    await expect.element(dialog.getByText(/It holds no keys and no secrets/)).toBeVisible()
    await expect.element(dialog.getByRole('textbox')).toHaveFocus()
    const text = dialog.getByRole('textbox').element() as HTMLTextAreaElement
    expect(text).toMatchObject({ value: LONG, readOnly: true, selectionStart: 0, selectionEnd: LONG.length })
    let copied = ''
    document.addEventListener('copy', () => (copied = text.value.slice(text.selectionStart, text.selectionEnd)), {
      once: true,
    })
    await userEvent.keyboard('{Tab}{Enter}')
    await expect.element(dialog.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
    expect(copied).toBe(LONG)
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(button('Copy profile…')).toHaveFocus()
    expect(asked).toEqual([MAIN.id])
  })

  it('says beside the account why it could not be read', async () => {
    openAccounts({
      listAccounts: () => Promise.resolve(ok([MAIN])),
      exportProfile: () => Promise.resolve(failing('notFound', 'There is no such account here.')),
    })
    await button('Copy profile…').click()
    await expect.poll(alertText).toMatch(/The profile was not read\.There is no such account here\./)
    expect(document.querySelector('[role="dialog"]')).toBeNull()
  })
})
