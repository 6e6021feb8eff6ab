import { verbatim } from '#shared/words/message.ts'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '#shared/domain/result.ts'
import type { NewAccount } from '#shared/ipc/contract.ts'
import type { Session } from '../../../renderer/src/app/session.ts'
import { alertText, button, failing, field, HEALTHY, MAIN, openAccounts, valueOf, VENUES } from './support.ts'

const venue = () => page.getByRole('combobox', { name: 'Venue' })
const options = (): string[] =>
  page
    .getByRole('listbox')
    .getByRole('option')
    .elements()
    .map((option) => option.querySelector('.name')?.textContent ?? '')
const note = (name: string) => page.getByRole('region', { name: `About ${name}` })

/** The screen with venues to pick from, and what was sent to main. */
function openPicker(answers: Partial<Session['accounts']> = {}) {
  const sent: NewAccount[] = []
  const shown = openAccounts({
    listVenues: () => Promise.resolve(ok(VENUES)),
    addAccount: (account) => (sent.push(account), Promise.resolve(ok(HEALTHY))),
    ...answers,
  })
  return { ...shown, sent }
}

describe('picking a venue', () => {
  it('leads to an account with three inputs, with the name filled in', async () => {
    const { sent, router } = openPicker()
    await venue().fill('harb')
    await userEvent.keyboard('{Enter}')
    await expect.element(field('API key')).toHaveFocus()
    expect([valueOf('Venue'), valueOf('Name')]).toEqual(['Harbour', 'Harbour'])
    await userEvent.keyboard('key-7F2a{Enter}')
    await expect.element(page.getByRole('heading', { name: 'Connected to Harbour' })).toHaveFocus()
    expect(sent).toEqual([
      {
        name: 'Harbour',
        preset: 'harbour',
        spotBaseUrl: null,
        contractBaseUrl: null,
        apiKey: 'key-7F2a',
      },
    ])
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => router.currentRoute.value.name).toBe('overview')
  })

  it('finds a venue by name and by host, and always offers to enter another venue', async () => {
    openPicker()
    await venue().click()
    await expect.poll(options).toEqual(['Harbour', 'Lagoon', 'Strand', 'Other venue…'])
    await venue().fill('fapi.')
    await expect.poll(options).toEqual(['Lagoon', 'Other venue…'])
    await venue().fill('no such')
    await expect.poll(options).toEqual(['Other venue…'])
    await expect.element(page.getByText(/^No venue has this name/)).toBeVisible()
  })

  it('works with arrow keys too, and is undone by Esc', async () => {
    openPicker()
    await venue().click()
    await expect.poll(options).toHaveLength(4)
    const highlighted = () => document.querySelector('[role=option][data-highlighted] .name')?.textContent
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(highlighted).toBe('Lagoon')
    expect(venue().element().getAttribute('aria-activedescendant')).not.toBe('')
    await userEvent.keyboard('{Escape}')
    await expect.poll(options).toEqual([])
    expect([valueOf('Venue'), valueOf('Name')]).toEqual(['', ''])
  })

  it('says what a venue covers, its quirks and their evidence, and that nothing was verified', async () => {
    openPicker()
    await venue().fill('harbour')
    await userEvent.keyboard('{Enter}')
    const said = (): string => note('Harbour').element().textContent.replace(/\s+/g, ' ')
    await expect.poll(said).toContain('Spot and Contract')
    for (const host of ['openapi.harbour.example', 'futuresopenapi.harbour.example']) expect(said()).toContain(host)
    expect(said()).toContain('Not verified by us')
    expect(said()).toContain('checked by others, 2026-09-22')
    expect(said()).toContain('A contract that is closed still answers with a book.')
    expect(said()).toContain('This venue differs from the usual in 1 way.')
    expect(page.getByLabelText('Spot base URL').query()).toBeNull()
  })

  it('keeps a typed name, and otherwise follows the venue', async () => {
    openPicker()
    for (const [search, name] of [
      ['harbour', 'Harbour'],
      ['lagoon', 'Lagoon'],
    ] as const) {
      await venue().fill(search)
      await userEvent.keyboard('{Enter}')
      await expect.poll(() => valueOf('Name')).toBe(name)
    }
    await field('Name').fill('Mine')
    await venue().fill('strand')
    await userEvent.keyboard('{Enter}')
    await expect.element(note('Strand')).toBeVisible()
    expect(valueOf('Name')).toBe('Mine')
  })

  it('of another venue asks for its addresses, which are sent along', async () => {
    const { sent } = openPicker()
    await venue().click()
    await page.getByRole('option', { name: /^Other venue…/ }).click()
    await expect.element(field('Name')).toHaveFocus()
    await expect.element(button('Use a venue profile…')).toBeVisible()
    for (const [label, text] of [
      ['Name', 'Mine'],
      ['Contract base URL', 'https://contract.example'],
      ['API key', 'key'],
    ] as const)
      await field(label).fill(text)
    await button('Connect').click()
    await expect.poll(() => sent).toMatchObject([{ spotBaseUrl: null, contractBaseUrl: 'https://contract.example' }])
    expect(sent[0]).not.toHaveProperty('preset')
  })

  it('is required: without it nothing is sent', async () => {
    const { sent } = openPicker()
    await field('API key').fill('key')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(/^Pick your venue;/)).toBeVisible()
    await expect.element(venue()).toHaveFocus()
    expect(venue().element().getAttribute('aria-invalid')).toBe('true')
    expect(sent).toEqual([])
  })

  it('is left out when main knows no venues, and the addresses are typed', async () => {
    openAccounts({ listVenues: () => Promise.resolve(failing('closed', 'gone')) })
    await expect.element(field('Spot base URL')).toBeVisible()
    expect(venue().query()).toBeNull()
  })
})

describe('a stored account', () => {
  const UNPROVED = { ...MAIN, probedAt: null, preset: { id: 'harbour', name: 'Harbour', version: 1, news: [] } }

  it('shows the day of its probe, or that nothing was verified and trading is off', async () => {
    openPicker({ listAccounts: () => Promise.resolve(ok([MAIN, { ...UNPROVED, id: crypto.randomUUID() }])) })
    await expect.element(page.getByText('Checked 2026-11-20.')).toBeVisible()
    await expect
      .element(
        page.getByText('Harbour (preset, version 1) · Not verified by us: trading is off until its check has passed.'),
      )
      .toBeVisible()
  })

  it('can be probed again, and the result is shown', async () => {
    const asked: unknown[] = []
    openPicker({
      listAccounts: () => Promise.resolve(ok([UNPROVED])),
      probeAccount: (args) => (asked.push(args), Promise.resolve(ok(HEALTHY))),
    })
    await button('Check').click()
    await expect.element(page.getByRole('heading', { name: 'Connected to Main' })).toBeVisible()
    expect(asked).toEqual([{ accountId: MAIN.id, takesPreset: false }])
  })

  it('shows what a newer preset says, and adopts it on request', async () => {
    const asked: unknown[] = []
    const lines = ['Spot is at https://new.harbour.example.', 'No longer: It was odd.']
    const preset = { ...UNPROVED.preset, news: lines.map(verbatim) }
    openPicker({
      listAccounts: () => Promise.resolve(ok([{ ...UNPROVED, preset }])),
      probeAccount: (args) => (asked.push(args), Promise.resolve(failing('network', 'The venue cannot be reached.'))),
    })
    for (const line of lines) await expect.element(page.getByText(line)).toBeVisible()
    await button('Apply and check').click()
    await expect.poll(alertText).toMatch(/was not checked; nothing was changed\.The venue cannot be reached\./)
    expect(asked).toEqual([{ accountId: MAIN.id, takesPreset: true }])
  })

  it('that the venue refuses is reported as unchanged', async () => {
    const refused = { ...HEALTHY, account: null, report: { ...HEALTHY.report, verdict: 'refused' as const } }
    openPicker({
      listAccounts: () => Promise.resolve(ok([UNPROVED])),
      probeAccount: () => Promise.resolve(ok(refused)),
    })
    await button('Check').click()
    await expect.element(page.getByText(/Nothing was changed: the account is as it was\./)).toBeVisible()
    await button('Back to the accounts').click()
    await expect.element(button('Check')).toBeVisible()
  })
})
