/** The limits on orders that add risk, of the open account. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { orderLimits, type OrderLimits } from '#shared/desk/order-limits.ts'
import { localFailure } from '#shared/domain/failure.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { Bridge } from '#shared/ipc/contract.ts'
import { verbatim } from '#shared/words/message.ts'
import { fixtureSnapshot, push, withPart } from '#test/support/snapshot.ts'
import AccountsView from '../../../renderer/src/accounts/AccountsView.vue'
import { openWindow, painted, type Bench } from '../support/window.ts'

const SNAPSHOT = fixtureSnapshot()
const calm = (text: string): string => text.replace(/\s+/g, ' ').trim()

describe('the limits on orders that add risk', () => {
  const shown = ({ root }: Bench) =>
    [...root.querySelectorAll('[data-limit] dd')].map(({ textContent }) => calm(textContent))
  const field = (name: RegExp) => page.getByRole('textbox', { name })
  const set = () => page.getByRole('button', { name: 'Set', exact: true })

  const open = (setLimits: Bridge['setLimits']) => openWindow(AccountsView, SNAPSHOT, { desk: { setLimits } })

  it('are shown as main reports them, with what they never hold back', async () => {
    const { root } = await openWindow(AccountsView, SNAPSHOT)
    const of = [...root.querySelectorAll('[data-limit] dd')].map(({ textContent }) => calm(textContent))
    expect(of).toEqual(['100,000 USDT', 'at most 5 % worse than the market', 'at most 120 a minute'])
    expect(root.textContent).toContain('Closing, cancelling and flattening have no limit.')
  })

  it('are set by main, and shown as set only once main reports them', async () => {
    const asked: OrderLimits[] = []
    const bench = await open(async ({ limits }) => (asked.push(limits), ok(null)))
    await page.getByRole('button', { name: 'Change…' }).click()
    await userEvent.fill(field(/Largest order/), '2500')
    await userEvent.fill(field(/New orders/), '0')
    await expect.element(set()).toBeDisabled()
    await expect.element(page.getByText('Enter a whole number from 1 to 1,000.')).toBeVisible()
    await userEvent.fill(field(/New orders/), '10')
    await userEvent.keyboard('{Enter}')
    await painted()
    expect(asked).toEqual([{ value: '2500', percent: '5', perMinute: 10 }])
    expect(shown(bench)).toEqual(['100,000 USDT', 'at most 5 % worse than the market', 'at most 120 a minute'])
    const desk = { ...SNAPSHOT.parts.desk.data!, limits: orderLimits.parse(asked[0]) }
    await bench.send(push(withPart(SNAPSHOT, 'desk', { data: desk }), ['desk']))
    expect(shown(bench)[0]).toBe('2,500 USDT')
  })

  it('stay as they are, with the reason, when the trader refuses', async () => {
    const bench = await open(async () =>
      err(localFailure('closed', 'desk.setLimits', verbatim('It was not confirmed.'))),
    )
    await page.getByRole('button', { name: 'Change…' }).click()
    await userEvent.fill(field(/Worse than the market/), '9')
    await set().click()
    await expect.element(page.getByText('Not changed: It was not confirmed.')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    expect(shown(bench)).toEqual(['100,000 USDT', 'at most 5 % worse than the market', 'at most 120 a minute'])
  })
})
