/** Places to which main leads the window. */
import { describe, expect, it } from 'vitest'
import { emptySnapshot, fixtureSnapshot, withPart } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import { usePortfolioStore } from '../../../renderer/src/app/stores/portfolio.ts'
import { openWindow } from '../support/window.ts'

describe('a place that main requests', () => {
  it('may be a screen', async () => {
    const { askPlace, find } = await openWindow(App, fixtureSnapshot())
    await askPlace({ kind: 'screen', screen: 'orders' })
    await expect.poll(() => find('a.router-link-exact-active').textContent).toContain('Orders')
  })

  it.each([
    ['positions', 'Positions'],
    ['events', 'Journal'],
    ['intents', 'Journal'],
  ] as const)('may be a row of the %s, which is then visible and focused', async (list, title) => {
    const facts = { code: 'closedElsewhere', contract: 'E-SOL-USDT', marginMode: 'isolated', side: 'long' } as const
    const amounts = { volume: '1', before: '1', after: '0' } as const
    const event = { id: 'e1', since: 1, at: 2, evidence: [], whileClosed: false, seenAt: null }
    const snapshot = withPart(fixtureSnapshot(), 'events', {
      data: [{ ...event, facts: { ...facts, ...amounts } }] as never,
    })
    const { positions, events, desk } = snapshot.parts
    const keys = {
      positions: positions.data!.map(({ key }) => key),
      events: events.data!.map(({ id }) => id),
      intents: desk.data!.intents.map(({ intentId }) => intentId),
    }
    const { askPlace, find } = await openWindow(App, snapshot)
    await askPlace({ kind: 'row', list, key: keys[list].at(-1)! })
    await expect.poll(() => document.activeElement?.className ?? '').toContain('row')
    expect(find('a.router-link-exact-active').textContent).toContain(title)
    const { top, bottom } = document.activeElement!.getBoundingClientRect()
    expect([top >= 0, bottom <= innerHeight]).toEqual([true, true])
  })

  it('is only the accounts screen without an account', async () => {
    const { askPlace, find } = await openWindow(App, { ...fixtureSnapshot(), account: null })
    await askPlace({ kind: 'screen', screen: 'orders' })
    await expect.poll(() => find('nav a[aria-current]').textContent).toContain('Accounts')
  })
})

it('opens the accounts when no account is open, and the overview when one is', async () => {
  const none = { ...emptySnapshot(), account: null }
  const bench = await openWindow(App, none)
  const words = (selector: string) => bench.root.querySelector(selector)?.textContent ?? ''
  await expect.poll(() => words('main')).toContain('Open the Demo account')
  expect(bench.root.querySelector('.strip')).toBeNull()
  await bench.send({ ...fixtureSnapshot(), runId: 'run-2' })
  expect(usePortfolioStore().account?.name).toBe('Main')
  await expect.poll(() => words('nav .router-link-exact-active')).toContain('Overview')
})
