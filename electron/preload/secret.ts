/**
 * The only code of the window that a secret is typed into. The secret leaves it once, sealed for the vault; `null` is the
 * answer of a person who goes back.
 */
import { ipcRenderer } from 'electron'
import { seal } from '../vault/seal.ts'

window.addEventListener('DOMContentLoaded', () => {
  const form = document.querySelector('form')
  const input = document.querySelector('input')
  if (!form || !input) return
  const publicKey = form.dataset['publicKey'] ?? ''
  /** It was pasted, and since then no other program had the focus: the clipboard still holds it. */
  let isOnClipboard = false

  async function submit(field: HTMLInputElement): Promise<void> {
    const text = field.value.trim()
    const fault = text === '' ? 'missing' : /^[\x21-\x7e]+$/.test(text) ? null : 'space'
    for (const each of document.querySelectorAll<HTMLElement>('[data-fault]'))
      each.hidden = each.dataset['fault'] !== fault
    field.toggleAttribute('aria-invalid', fault !== null)
    field.value = ''
    if (fault !== null) return field.focus()
    const secret = new TextEncoder().encode(text)
    const sealed = await seal(secret, publicKey)
    secret.fill(0)
    await answer(sealed, isOnClipboard)
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit(input)
  })
  form.querySelector('button')?.addEventListener('click', () => void answer(null))
  window.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') void answer(null)
  })
  input.addEventListener('paste', () => (isOnClipboard = true))
  window.addEventListener('blur', () => (isOnClipboard = false))
  input.focus()
})

function answer(sealed: string | null, isOnClipboard = false): Promise<unknown> {
  return ipcRenderer.invoke('answer', sealed, isOnClipboard)
}
