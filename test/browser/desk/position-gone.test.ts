import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { PreviewAnswer } from '#shared/desk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { fixtureSnapshot, withPart } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import { openWindow, painted } from '../support/window.ts'
import { message, positionTitle } from '#shared/words/message.ts'

describe('a position that is closed while its sheet is open', () => {
  const denied = (key: string): Encoded<PreviewAnswer> => ({
    kind: 'denied',
    denial: {
      code: 'POSITION_NOT_FOUND',
      message: message('plan.notHeld', { position: positionTitle(key) }),
    },
  })

  it.each([
    ['the next row', 'E-ETH-USDT', ['E-ETH-USDT'], 'E-BTC-USDT'],
    ['the one before, after the last', 'E-DOGE-USDT', ['E-DOGE-USDT'], 'E-XRP-USDT'],
    ['the head of the table, with none left', 'E-ETH-USDT', null, 'Contract'],
  ])('is reported by name, and the focus moves to %s', async (_, contract, left, focused) => {
    const snapshot = fixtureSnapshot()
    const bench = await openWindow(App, snapshot, {
      plan: (action) => denied(action.kind === 'closePosition' ? action.positionKey : ''),
    })
    await painted()
    await userEvent.keyboard('{Control>}2{/Control}')
    await expect.poll(() => bench.root.querySelector('[data-testid="rescue"]')).not.toBeNull()
    const row = [...bench.root.querySelectorAll<HTMLElement>('tr.row')].find((each) =>
      each.textContent.includes(contract),
    )
    row?.focus()
    await userEvent.keyboard('x')
    await painted()
    const held = snapshot.parts.positions.data ?? []
    const data = left === null ? [] : held.filter((each) => !left.includes(each.contract))
    await bench.send({ ...withPart(snapshot, 'positions', { data }), seq: snapshot.seq + 1 })
    const said = (document.querySelector('[data-testid="denial"]')?.textContent ?? '').replace(/\s+/g, ' ').trim()
    expect(said).toMatch(
      new RegExp(`^The account does not hold (long|short) ${contract} (cross|isolated); nothing was sent\\.$`),
    )
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull()
    await expect.poll(() => document.activeElement?.textContent).toContain(focused)
  })
})
