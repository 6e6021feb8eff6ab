/** From where a way out of several accounts is opened. */
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import App from '../../../renderer/src/app/App.vue'
import { useFanOut } from '../../../renderer/src/fan-out/use-fan-out.ts'
import { openWindow, painted } from '../support/window.ts'
import { accounts, liveWith } from './sheet.ts'

it('is opened from the palette, from the accounts screen, and from neither with one account', async () => {
  const view = await openWindow(App, liveWith(accounts(3)))
  await view.askPlace({ kind: 'screen', screen: 'accounts' })
  const ways = () =>
    [...document.querySelectorAll<HTMLElement>('[data-way]')].map(({ textContent }) => textContent.trim())
  await expect.poll(ways).toEqual(['Cancel all orders of all accounts…', 'Flatten all accounts…'])
  await userEvent.click(document.querySelector('[data-way=flatten]')!)
  expect(useFanOut().view).toEqual({ kind: 'plan', way: 'flatten' })
  await userEvent.keyboard('{Escape}')
  await painted()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT')
  await userEvent.keyboard('cancel all accounts{Enter}')
  await expect.poll(() => useFanOut().view).toEqual({ kind: 'plan', way: 'cancelAll' })
  await userEvent.keyboard('{Escape}')
  await view.send({ ...liveWith([]), runId: 'run-2', seq: 1 })
  await expect.poll(ways).toEqual([])
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT')
  await userEvent.keyboard('all accounts')
  await painted()
  expect(document.querySelector('[role=option]')?.textContent ?? '').not.toContain('all accounts')
})
