import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ok } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { USUAL_SETTINGS, type SettingsView } from '#shared/ipc/settings.ts'
import { emptySnapshot, fixtureSnapshot } from '#test/support/snapshot.ts'
import App from '../../../renderer/src/app/App.vue'
import { openWindow, painted, type Bench, type BenchOptions } from '../support/window.ts'

const USUAL: SettingsView = { ...USUAL_SETTINGS, system: 'en', notice: null }
const words = (element: Element): string => element.textContent.replace(/\s+/g, ' ').trim()
const picker = ({ find }: Bench): HTMLSelectElement => find('[data-action=language]') as HTMLSelectElement
const nav = ({ find }: Bench): HTMLElement => find('nav ul')

async function openApp(desk: BenchOptions['desk'] = {}): Promise<Bench> {
  const bench = await openWindow(App, fixtureSnapshot(), { desk })
  await expect.poll(() => bench.root.querySelector('.attention')).not.toBeNull()
  return bench
}

async function choose(bench: Bench, choice: string): Promise<void> {
  await userEvent.selectOptions(picker(bench), choice)
  await painted()
}

describe('the language of the window', () => {
  it('changes at once on an open screen, both ways, without remounting anything', async () => {
    const bench = await openApp()
    // How many bars are left out is known once the chart has measured its room.
    await expect.poll(() => words(bench.root)).toContain('more in table')
    const [screen, strip, english] = [bench.find('main > *'), bench.find('.strip'), words(bench.root)]
    expect(words(nav(bench))).toMatch(/^OverviewPositions/)
    expect(document.documentElement.lang).toBe('en')

    await choose(bench, 'zh')
    expect(words(nav(bench))).toMatch(/^总览持仓/)
    expect(document.documentElement.lang).toBe('zh')
    expect(bench.find('main > *')).toBe(screen)
    expect(bench.find('.strip')).toBe(strip)

    await choose(bench, 'en')
    expect(words(bench.root)).toBe(english)
    expect(document.documentElement.lang).toBe('en')
    expect(bench.find('main > *')).toBe(screen)
  })

  it('does not wait for main, which stores it', async () => {
    const asked: unknown[] = []
    const answer = Promise.withResolvers<never>()
    const bench = await openApp({ changeSettings: (args) => (asked.push(args), answer.promise) })
    await choose(bench, 'zh')
    expect(asked).toEqual([{ language: 'zh' }])
    expect(words(nav(bench))).toMatch(/^总览/)
    expect(bench.root.querySelector('.picker [role=status]')).toBeNull()

    answer.reject(new Error('main is gone'))
    await expect.poll(() => words(bench.find('.picker [role=status]'))).toBe('Plimsoll 核心没有应答：设置可能未保存。')
    expect(words(nav(bench))).toMatch(/^总览/)
  })

  it("is main's when the window opens; main also resolves the system’s language", async () => {
    const setting = (over: Partial<SettingsView>) => ok({ ...USUAL, system: 'zh', ...over } as const)
    const bench = await openApp({
      getSettings: async () => setting({ language: 'en' }),
      changeSettings: async () => setting({ language: 'system' }),
    })
    expect(picker(bench).value).toBe('en')
    expect(words(nav(bench))).toMatch(/^Overview/)
    await choose(bench, 'system')
    expect(words(nav(bench))).toMatch(/^总览/)
  })

  it('reports a problem with the file in which it is stored', async () => {
    const notice = message('storage.settings.damaged', { aside: '/p/settings.json.corrupt-1' })
    const bench = await openApp({ getSettings: async () => ok({ ...USUAL, notice }) })
    expect(bench.find('.picker').title).toMatch(/^The settings were damaged and are kept as /)
    await choose(bench, 'en')
    expect(bench.find('.picker').title).toBe('Language')
  })

  it('stays unchanged when main has none', async () => {
    const bench = await openApp({ getSettings: () => Promise.reject(new Error('main is gone')) })
    expect(words(nav(bench))).toMatch(/^Overview/)
  })
})

describe('the picker', () => {
  it('names each language in itself, and works with keys alone', async () => {
    const bench = await openWindow(App, emptySnapshot())
    expect([...picker(bench).options].map((option) => option.textContent.trim())).toEqual(['System', 'English', '中文'])
    expect(picker(bench).getAttribute('aria-label')).toBe('Language')
    picker(bench).focus()
    await userEvent.keyboard('{End}')
    await expect.poll(() => document.documentElement.lang).toBe('zh')
    expect(document.activeElement).toBe(picker(bench))
    await userEvent.keyboard('{ArrowUp}')
    await expect.poll(() => document.documentElement.lang).toBe('en')
  })
})
