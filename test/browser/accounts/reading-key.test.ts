/** The reading key of the open account. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { localFailure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { AccountView, Health } from '#shared/snapshot/snapshot.ts'
import { message } from '#shared/words/message.ts'
import { fixtureSnapshot, push, withPart } from '#test/support/snapshot.ts'
import AccountsView from '../../../renderer/src/accounts/AccountsView.vue'
import App from '../../../renderer/src/app/App.vue'
import { violations } from '../support/axe.ts'
import { openWindow, painted, type BenchOptions } from '../support/window.ts'
import { alertText, button, HEALTHY, MAIN, REFUSED } from './support.ts'

const KEY = 'reading-key-7c1d'
const FAILURE = localFailure('key', 'contract.account', message('failure.venue.key'))
const state = () => page.getByTestId('reading-key')
const field = () => page.getByRole('textbox', { name: 'API key' }).first()

/** The accounts screen with an account of a venue open, and its reading key as main reports it. */
function snapshotWith(readingKey: Health['readingKey'], account: Partial<AccountView> = {}) {
  const snapshot = fixtureSnapshot()
  const health = { ...snapshot.parts.health.data!, readingKey }
  return { ...withPart(snapshot, 'health', { data: health }), account: { ...MAIN, ...account } }
}
const open = (readingKey: Health['readingKey'], accounts: BenchOptions['accounts'] = {}) =>
  openWindow(AccountsView, snapshotWith(readingKey), { accounts })

describe('the reading key', () => {
  it('is typed without its secret, by keyboard alone, and its report shown', async () => {
    const asked: unknown[] = []
    await open(null, { addReadingKey: async (key) => (asked.push(key), ok(HEALTHY)) })
    await expect.element(state()).toHaveTextContent('None. The trading key reads too.')
    ;(button('Add a reading key…').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(field()).toHaveFocus()
    await userEvent.keyboard(`${KEY}{Enter}`)
    await expect.element(page.getByRole('heading', { name: /Connected to/ })).toBeVisible()
    expect(asked).toEqual([{ accountId: MAIN.id, apiKey: KEY }])
  })

  it('that the venue refuses changes nothing, and the report says why', async () => {
    await open(null, { addReadingKey: async () => ok(REFUSED) })
    await button('Add a reading key…').click()
    await userEvent.fill(field(), KEY)
    await button('Check and add').click()
    await expect.element(page.getByRole('heading', { name: 'Nothing changed' })).toBeVisible()
  })

  it('that is not taken keeps what was typed, says why, and has the focus again', async () => {
    const why = message('main.reading.otherAccount')
    await open(null, { addReadingKey: async () => err(localFailure('invalidParameter', 'account.addReadingKey', why)) })
    await button('Add a reading key…').click()
    await userEvent.fill(field(), KEY)
    await userEvent.keyboard('{Enter}')
    await expect.poll(alertText).toContain('The reading key was not added.')
    expect(alertText()).toContain('belongs to another account')
    await expect.element(field()).toHaveFocus()
    await expect.element(field()).toHaveValue(KEY)
  })

  it.each([
    ['nothing', '', 'API key is missing.'],
    ['a space inside', 'reading key', 'There is a space or line break inside; paste it again.'],
  ])('is not asked about with %s', async (_what, typed, fault) => {
    const asked: unknown[] = []
    await open(null, { addReadingKey: async (key) => (asked.push(key), ok(HEALTHY)) })
    await button('Add a reading key…').click()
    await userEvent.fill(field(), typed)
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(fault)).toBeVisible()
    expect(asked).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(button('Add a reading key…')).toHaveFocus()
  })

  it('in use is named by its end and can be removed', async () => {
    const removed: string[] = []
    const bench = await open(
      { keyTail: '7c1d', failure: null, tradingFailure: null },
      { removeReadingKey: async ({ accountId }) => (removed.push(accountId), ok(null)) },
    )
    await expect
      .element(state())
      .toHaveTextContent('Key …7c1d reads the account. The trading key sends orders and cancels.')
    await button('Remove…').click()
    expect(removed).toEqual([MAIN.id])
    await bench.send(push(snapshotWith(null), ['health']))
    await expect.element(button('Add a reading key…')).toBeVisible()
  })

  it('that was put aside says so, with the reason', async () => {
    await open({ keyTail: '7c1d', failure: FAILURE, tradingFailure: null })
    const shown = state().element().textContent
    expect(shown).toContain('Key …7c1d is not in use, and the trading key reads instead.')
    expect(shown).toContain('The venue does not accept this API key')
  })

  it('says when the trading key beside it does not work, which the reads cannot show', async () => {
    await open({ keyTail: '7c1d', failure: null, tradingFailure: FAILURE })
    const shown = state().element().textContent
    expect(shown).toContain('the trading key does not work: orders, cancels and closes would fail.')
    expect(shown).toContain('The venue does not accept this API key')
  })

  it.each([
    ['while it is typed, with a fault', null],
    ['while it is put aside', { keyTail: '7c1d', failure: FAILURE, tradingFailure: null }],
  ])('passes axe-core %s', async (_what, readingKey) => {
    const { askPlace } = await openWindow(App, snapshotWith(readingKey))
    await askPlace({ kind: 'screen', screen: 'accounts' })
    await expect.element(state()).toBeVisible()
    if (readingKey === null) {
      await button('Add a reading key…').click()
      await button('Check and add').click()
      await expect.element(page.getByText('API key is missing.')).toBeVisible()
    }
    expect(await violations()).toEqual([])
  })

  it.each([
    ['the demo', { kind: 'demo' }],
    ['an account that is only watched', { isWatchOnly: true }],
  ] as const)('is not offered for %s', async (_what, account) => {
    await openWindow(AccountsView, snapshotWith(null, account))
    await painted()
    expect(document.querySelector('#reading-key')).toBeNull()
  })
})
