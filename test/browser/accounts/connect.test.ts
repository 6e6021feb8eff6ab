import { verbatim } from '#shared/words/message.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok, type Result } from '#shared/domain/result.ts'
import type { Failure } from '#shared/domain/failure.ts'
import type { AccountAdded, NewAccount } from '#shared/ipc/contract.ts'
import { setLanguage } from '../../../renderer/src/kit/say.ts'
import { painted } from '../support/window.ts'
import {
  alertText,
  button,
  failing,
  field,
  fillForm,
  HEALTHY,
  ISSUE_TEXT,
  LIMITED,
  MAIN,
  openAccounts,
  REFUSED,
  report,
  valueOf,
} from './support.ts'

const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 2 })
const rows = (): string[] =>
  page
    .getByRole('listitem')
    .elements()
    .map((row) => row.textContent.replace(/\s+/g, ' ').trim())

/** A main that answers on request, and what was sent to it. */
function slowMain() {
  const sent: NewAccount[] = []
  const { promise, resolve } = Promise.withResolvers<Result<AccountAdded | null, Failure>>()
  return { sent, addAccount: (account: NewAccount) => (sent.push(account), promise), answer: resolve }
}

describe('a typed key', () => {
  it('for reading is declared as such to main', async () => {
    const { sent, addAccount } = slowMain()
    openAccounts({ addAccount })
    await fillForm()
    await page.getByRole('checkbox', { name: 'Watch only: the key is for reading' }).click()
    await button('Connect').click()
    await expect.poll(() => sent).toMatchObject([{ apiKey: 'key-7F2a', isWatchOnly: true }])
  })

  it('has no field for its secret, says where it is asked for, and locks the form meanwhile', async () => {
    const { sent, addAccount, answer } = slowMain()
    openAccounts({ addAccount, listAccounts: () => Promise.resolve(ok([MAIN])) })
    await fillForm()
    await button('Connect').click()
    expect(document.querySelectorAll('input[type=password], input[name*=ecret]')).toHaveLength(0)
    await expect.element(page.getByText(/^Enter the secret in its own window\./)).toBeVisible()
    const pressable = [...document.querySelectorAll<HTMLElement>('button, input')].filter(
      (control) => !control.matches(':disabled, [aria-disabled="true"], [aria-labelledby="looks"] *'),
    )
    expect(pressable.map((control) => control.textContent.trim())).toEqual([
      'Cancel',
      'Set a passphrase…',
      'Show the folder',
    ])
    expect(sent).toEqual([
      {
        name: 'Main',
        spotBaseUrl: 'https://spot.example',
        contractBaseUrl: 'https://contract.example',
        apiKey: 'key-7F2a',
      },
    ])
    answer(ok(HEALTHY))
    await expect.element(heading('Connected to Main')).toBeVisible()
  })

  it.each([
    ['Spot', { 'Spot base URL': '' }, { spotBaseUrl: null }, 'Contract only: this venue has no Spot.'],
    ['Contract', { 'Contract base URL': '' }, { contractBaseUrl: null }, 'Spot only: this venue has no contracts.'],
  ])('for a venue without %s leaves that address empty, and main is told so', async (_area, typed, sentAs, words) => {
    const { sent, addAccount, answer } = slowMain()
    openAccounts({ addAccount })
    await fillForm(typed)
    await expect.element(page.getByText(words)).toBeVisible()
    await button('Connect').click()
    await expect.poll(() => sent).toMatchObject([sentAs])
    answer(ok(HEALTHY))
    await expect.element(heading('Connected to Main')).toBeVisible()
  })

  it('asks for an address when there is none', async () => {
    const { sent, addAccount } = slowMain()
    openAccounts({ addAccount })
    await fillForm({ 'Spot base URL': '', 'Contract base URL': '' })
    await button('Connect').click()
    await expect.element(page.getByText('Give the address of Spot, of Contract, or of both.')).toBeVisible()
    await expect.element(field('Spot base URL')).toHaveFocus()
    expect(sent).toEqual([])
  })

  it('is sent once, however often Enter is pressed', async () => {
    const { sent, addAccount, answer } = slowMain()
    openAccounts({ addAccount })
    await fillForm()
    const form = document.querySelector('form')!
    await userEvent.keyboard('{Enter}{Enter}')
    form.requestSubmit()
    form.requestSubmit()
    await painted()
    expect(sent).toHaveLength(1)
    expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(0)
    answer(ok(HEALTHY))
    await expect.element(heading('Connected to Main')).toBeVisible()
    expect(sent).toHaveLength(1)
  })

  it('sends nothing while a field is wrong, says which, and focuses it', async () => {
    const { sent, addAccount } = slowMain()
    openAccounts({ addAccount })
    await fillForm({ 'Spot base URL': 'http://spot.example' })
    await button('Connect').click()
    await expect.element(page.getByText('The address must begin with https://')).toBeVisible()
    expect(sent).toEqual([])
    expect(document.activeElement).toBe(field('Spot base URL').element())
    expect(field('Spot base URL').element().getAttribute('aria-invalid')).toBe('true')
  })

  it('says what is wrong in the current language', async () => {
    openAccounts()
    await fillForm({ Name: '', 'Spot base URL': 'http://spot.example' })
    await button('Connect').click()
    await expect.element(page.getByText('Name is missing.')).toBeVisible()
    setLanguage('zh')
    await expect.element(page.getByText('缺少名称。')).toBeVisible()
    await expect.element(page.getByText('地址必须以 https:// 开头')).toBeVisible()
    await expect.element(button('连接')).toBeVisible()
  })

  it('is protected from autofill and spell checkers', () => {
    openAccounts()
    expect(field('API key').element()).toMatchObject({ autocomplete: 'off', spellcheck: false })
  })

  it('keeps the input when nothing could be found out, shows the venue’s words as text, and focuses the key', async () => {
    const venue = { code: '-2015', message: '<b>Invalid</b> API-key' }
    const { router } = openAccounts({
      addAccount: () => Promise.resolve(failing('key', 'The venue did not accept this key.', venue)),
    })
    await fillForm()
    await button('Connect').click()
    await expect.poll(alertText).toMatch(/^The account was not added\..*The venue did not accept this key\./)
    await expect.poll(alertText).toMatch(/The venue’s words: -2015 “<b>Invalid<\/b> API-key”/)
    expect(valueOf('Spot base URL')).toBe('https://spot.example')
    expect(router.currentRoute.value.name).toBe('accounts')
    await expect.poll(() => document.activeElement).toBe(field('API key').element())
  })
})

describe('the probe report of a key', () => {
  async function reported(found: AccountAdded) {
    const { sent, addAccount, answer } = slowMain()
    const shown = openAccounts({ addAccount })
    await fillForm()
    await userEvent.keyboard('{Enter}')
    answer(ok(found))
    return { ...shown, sent }
  }

  it('that is healthy leads to the portfolio with one key press', async () => {
    const { router } = await reported(HEALTHY)
    await expect.element(heading('Connected to Main')).toHaveFocus()
    await expect.element(page.getByText(/^18 of 18 checks passed\./)).toBeVisible()
    expect(rows()).toHaveLength(18)
    expect(rows()[4]).toMatch(/^Passed ?Key and signature ?The venue accepts the signature;/)
    expect(router.currentRoute.value.name).toBe('accounts')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => router.currentRoute.value.name).toBe('overview')
  })

  it('can be copied, and says so only when it was', async () => {
    await reported(LIMITED)
    const copied: string[] = []
    const onCopy = () =>
      copied.push(getSelection()?.toString() || (document.activeElement as HTMLTextAreaElement).value)
    document.addEventListener('copy', onCopy)
    onTestFinished(() => document.removeEventListener('copy', onCopy))
    await button('Copy report').click()
    await expect.element(page.getByText('Copied', { exact: true })).toBeVisible()
    expect(copied).toEqual([ISSUE_TEXT])
    await expect.element(button('Copy report')).toHaveFocus()
    vi.spyOn(document, 'execCommand').mockReturnValue(false)
    await button('Copy report').click()
    await expect.element(page.getByText(/^Not copied\. The text is selected/)).toBeVisible()
    expect(page.getByText('Copied', { exact: true }).query()).toBeNull()
    await expect.poll(() => document.activeElement?.tagName).toBe('TEXTAREA')
  })

  it('is not skipped by an Enter that is still held down from the form, nor by Esc', async () => {
    const { router } = await reported(HEALTHY)
    await expect.element(heading('Connected to Main')).toHaveFocus()
    const visits: unknown[] = []
    router.beforeEach((to) => void visits.push(to.name))
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true }))
    await userEvent.keyboard('{Escape}')
    await painted()
    expect(visits).toEqual([])
  })

  it('that is limited says so in words, and in which respect', async () => {
    const { router } = await reported(LIMITED)
    await expect.element(heading('Connected to Main, with limits')).toHaveFocus()
    await expect.element(page.getByText(/^16 of 18 checks passed\. The account can be watched;/)).toBeVisible()
    expect(rows()[0]).toMatch(/^Warning ?Spot venue and its clock/)
    expect(rows()[15]).toMatch(/^Failed ?Test order, not traded/)
    await userEvent.keyboard('{Tab}')
    await expect.element(button('Show portfolio')).toHaveFocus()
    await userEvent.keyboard('[Space]')
    await expect.poll(() => router.currentRoute.value.name).toBe('overview')
  })

  it.each(['{Enter}', '{Escape}'])(
    'that is refused leads back at %s to the form, at the field to change',
    async (key) => {
      const { router, sent } = await reported(REFUSED)
      await expect.element(heading('Not connected')).toHaveFocus()
      await expect.element(page.getByText(/Nothing was kept: neither the account nor its key\./)).toBeVisible()
      expect(rows()[4]).toMatch(/^Failed ?Key and signature/)
      expect(rows()[5]).toMatch(/^Skipped ?Spot balances/)
      expect(document.querySelector('form')).toBeNull()
      await userEvent.keyboard(key)
      await expect.element(field('API key')).toHaveFocus()
      expect(['Name', 'Spot base URL', 'Contract base URL', 'API key'].map(valueOf)).toEqual([
        'Main',
        'https://spot.example',
        'https://contract.example',
        'key-7F2a',
      ])
      expect(router.currentRoute.value.name).toBe('accounts')
      expect(sent).toHaveLength(1)
    },
  )

  it('that is refused is cleared when the key is tried again', async () => {
    const answers = [ok(REFUSED), ok(HEALTHY)]
    const sent: NewAccount[] = []
    openAccounts({ addAccount: (account) => (sent.push(account), Promise.resolve(answers.shift()!)) })
    await fillForm()
    await button('Connect').click()
    await button('Change and try again').click()
    await field('API key').fill('another')
    await userEvent.keyboard('{Enter}')
    await expect.element(heading('Connected to Main')).toHaveFocus()
    expect(sent.map(({ apiKey }) => apiKey)).toEqual(['key-7F2a', 'another'])
  })

  it('leads to the address that did not answer', async () => {
    const text = 'There is no venue at this address.'
    await reported({
      account: null,
      issueText: ISSUE_TEXT,
      report: report('refused', { contractClock: { id: 'contractClock', outcome: 'failed', found: [verbatim(text)] } }),
    })
    await button('Change and try again').click()
    await expect.element(field('Contract base URL')).toHaveFocus()
  })

  it('does not call an account connected that was not stored', async () => {
    await reported({ account: null, report: report('healthy'), issueText: ISSUE_TEXT })
    await expect.element(heading('Not connected')).toBeVisible()
  })

  it('shows texts of any length and script as text, each in its own row, with the next step visible', async () => {
    const texts = [
      '<img src=x onerror="window.hacked=1">',
      '\u202egnol\u202c'.padEnd(10_000, 'A'),
      'Z\u0335'.repeat(5_000),
    ]
    const [markup, bidi, stacked] = texts as [string, string, string]
    const { box } = await reported({
      account: MAIN,
      issueText: ISSUE_TEXT,
      report: report('limited', {
        spotClock: { id: 'spotClock', outcome: 'warned', found: [verbatim(markup)] },
        pairs: { id: 'pairs', outcome: 'failed', found: [verbatim(bidi)] },
        contracts: { id: 'contracts', outcome: 'failed', found: [verbatim(stacked)] },
      }),
    })
    await expect.element(button('Show portfolio')).toBeInViewport()
    expect(rows()[0]).toContain(markup)
    expect(rows()[2]!.length).toBeLessThan(700)
    expect('hacked' in window).toBe(false)
    const sheet = box.querySelector('.accounts')!
    expect(sheet.scrollWidth).toBe(sheet.clientWidth)
    const tops = page
      .getByRole('listitem')
      .elements()
      .map((row) => row.getBoundingClientRect())
    for (const [index, row] of tops.entries())
      if (index > 0) expect(row.top).toBeGreaterThanOrEqual(tops[index - 1]!.bottom)
  })

  it('empties the form once the account exists', async () => {
    const { wrapper } = await reported(HEALTHY)
    await expect.element(heading('Connected to Main')).toBeVisible()
    expect(wrapper.html()).not.toContain('key-7F2a')
  })
})
