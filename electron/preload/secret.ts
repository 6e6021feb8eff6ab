/**
 * The only code of the window into which a secret is typed. The secret of a key leaves it once, sealed for the vault.
 * The passphrase of the app lock leaves it as bytes, until main accepts one. `null` is the answer of a person who goes
 * back.
 */
import { ipcRenderer } from 'electron'
import { seal } from '../vault/seal.ts'

window.addEventListener('DOMContentLoaded', () => {
  const form = document.querySelector('form')
  const fields = [...document.querySelectorAll('input')]
  const [first] = fields
  if (!form || !first) return
  const { publicKey, shortest = '1' } = form.dataset
  async function submit(): Promise<void> {
    const texts = fields.map(({ value }) => (publicKey === undefined ? value.normalize('NFKC') : value.trim()))
    const [text = ''] = texts
    const fault = publicKey === undefined ? passphraseFault(texts, parseInt(shortest, 10)) : secretFault(text)
    tell(fault)
    for (const each of fields) each.value = ''
    if (fault !== null) return first?.focus()
    const bytes = new TextEncoder().encode(text)
    setBusy(true)
    const wrong = await answer(publicKey === undefined ? [...bytes] : await seal(bytes, publicKey))
    bytes.fill(0)
    setBusy(false)
    if (wrong !== null) tell('answer', wrong)
    first?.focus()
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
  form.querySelector('button')?.addEventListener('click', () => void answer(null))
  window.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') void answer(null)
  })
  // Told at once: a window that is closed or expires can tell nothing more. Once another program has had the focus, the
  // clipboard may hold something else.
  for (const field of fields) field.addEventListener('paste', () => ipcRenderer.send('clipboard', true))
  window.addEventListener('blur', () => ipcRenderer.send('clipboard', false))
  first.focus()

  function tell(fault: string | null, words?: string): void {
    for (const each of document.querySelectorAll<HTMLElement>('[data-fault]')) {
      each.hidden = each.dataset['fault'] !== fault
      if (!each.hidden && words !== undefined) each.textContent = words
    }
    first?.toggleAttribute('aria-invalid', fault !== null)
  }

  function setBusy(isBusy: boolean): void {
    const button = document.querySelector<HTMLButtonElement>('button[type=submit]')
    if (button) button.disabled = isBusy
  }
})

function secretFault(text: string): string | null {
  return text === '' ? 'missing' : /^[\x21-\x7e]+$/.test(text) ? null : 'space'
}

function passphraseFault([text = '', again = text]: readonly string[], shortest: number): string | null {
  if (text === '') return 'missing'
  if (text.length < shortest) return 'short'
  return text === again ? null : 'differ'
}

async function answer(given: string | readonly number[] | null): Promise<string | null> {
  const wrong: unknown = await ipcRenderer.invoke('answer', given)
  return typeof wrong === 'string' ? wrong : null
}
