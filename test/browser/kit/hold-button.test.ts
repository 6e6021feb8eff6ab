import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { defineComponent, h, ref } from 'vue'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import HoldButton from '../../../renderer/src/kit/HoldButton.vue'
import { enterLater } from '../support/late-enter.ts'
import { openWindow } from '../support/window.ts'

async function openButton(change: { armed?: boolean; blocked?: string } = {}) {
  const onRun = vi.fn()
  const props = { label: 'Close', title: 'Close short E-ETH-USDT', armed: false, onRun, ...change }
  const bench = await openWindow(HoldButton, fixtureSnapshot(), { props })
  return { ...bench, onRun, button: bench.find('button') }
}

function pointer(type: string): PointerEvent {
  return new PointerEvent(type, { button: 0, bubbles: true })
}

it('runs once when it was held for 0.4 s', async () => {
  const { button, advance, onRun } = await openButton()
  button.dispatchEvent(pointer('pointerdown'))
  await advance(399)
  expect(onRun).not.toHaveBeenCalled()
  expect(button.classList).toContain('holding')
  await advance(1)
  button.dispatchEvent(pointer('pointerup'))
  expect(onRun).toHaveBeenCalledTimes(1)
})

it('does nothing on a click, and says that it must be held', async () => {
  const { button, advance, onRun } = await openButton()
  await userEvent.click(button)
  expect(button.textContent.trim()).toBe('Hold longer')
  await advance(10_000)
  expect(onRun).not.toHaveBeenCalled()
  expect(button.textContent.trim()).toBe('Close')
})

it('releases when the pointer leaves it', async () => {
  const { button, advance, onRun } = await openButton()
  button.dispatchEvent(pointer('pointerdown'))
  button.dispatchEvent(pointer('pointerleave'))
  await advance(1_000)
  expect(onRun).not.toHaveBeenCalled()
})

it('runs on Enter, a pause and Enter, and asks for the second one in words', async () => {
  const { button, advance, onRun } = await openButton()
  button.focus()
  await userEvent.keyboard('{Enter}')
  await advance(0)
  expect(button.textContent.trim()).toBe('Enter again')
  expect(button.getAttribute('aria-label')).toContain('Pause, then press Enter again')
  enterLater(button, 700)
  expect(onRun).toHaveBeenCalledTimes(1)
})

it('ignores a held key, armed or not', async () => {
  for (const armed of [false, true]) {
    const { button, advance, onRun } = await openButton({ armed })
    button.focus()
    await userEvent.keyboard('{Enter>20/}')
    await advance(700)
    await userEvent.keyboard('{Escape}')
    expect(onRun).toHaveBeenCalledTimes(armed ? 1 : 0)
  }
})

it('runs once for a double click when armed', async () => {
  const { button, onRun } = await openButton({ armed: true })
  await userEvent.dblClick(button)
  expect(onRun).toHaveBeenCalledTimes(1)
})

it('runs nothing when it is blocked during a hold', async () => {
  const onRun = vi.fn()
  const blocked = ref<string | null>(null)
  const props = { label: 'Close', title: 'Close short E-ETH-USDT', armed: false, onRun }
  const holder = defineComponent(() => () => h(HoldButton, { ...props, blocked: blocked.value }))
  const { find, advance } = await openWindow(holder, fixtureSnapshot())
  find('button').dispatchEvent(pointer('pointerdown'))
  blocked.value = 'it is frozen'
  await advance(400)
  expect(onRun).not.toHaveBeenCalled()
})

it('runs nothing while it is blocked, and gives the reason where a keyboard can reach it', async () => {
  const { button, advance, onRun } = await openButton({ armed: true, blocked: 'it is frozen' })
  expect([button.title, button.getAttribute('aria-disabled')]).toEqual(['Close short E-ETH-USDT: it is frozen', 'true'])
  button.focus()
  expect(document.activeElement).toBe(button)
  button.click()
  button.dispatchEvent(pointer('pointerdown'))
  await advance(1_000)
  expect(onRun).not.toHaveBeenCalled()
})
