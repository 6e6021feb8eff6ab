/** The rules of axe-core: WCAG 2.2 AA and best practices, with colors in both themes. */
import axe from 'axe-core/axe.min.js?raw'
import { expect } from 'vitest'
import { painted } from './window.ts'

interface Found {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string }[]
}

declare global {
  interface Window {
    readonly axe?: {
      run(
        context: Document,
        options: { runOnly: readonly string[] },
      ): Promise<{ readonly violations: readonly Found[] }>
    }
  }
}

/** The themes differ only in their colors, so everything else is checked once. */
const RULES = {
  dark: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  light: ['color-contrast'],
} as const

/** What axe-core finds wrong on the page, in both themes. */
export async function violations(): Promise<string[]> {
  if (!window.axe) document.head.append(Object.assign(document.createElement('script'), { textContent: axe }))
  // Inside a frame, as here, axe-core does not check this itself.
  expect(document.querySelectorAll('h1')).toHaveLength(1)
  const found: string[] = []
  for (const [theme, runOnly] of Object.entries(RULES)) {
    document.documentElement.dataset['theme'] = theme
    await painted()
    const { violations: all } = await window.axe!.run(document, { runOnly })
    for (const { id, help, nodes } of all)
      found.push(...nodes.map(({ html }) => `${theme}, ${id}: ${help}: ${html.slice(0, 200)}`))
  }
  return found
}
