/** What the design guarantees: text is readable in both themes, at any age of its data, and the look can be chosen. */
import { createApp } from 'vue'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '#shared/domain/result.ts'
import { ageAt } from '#shared/snapshot/freshness.ts'
import { ManualClock } from '#test/support/clock.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import Gallery from '../../../renderer/gallery/Gallery.vue'
import App from '../../../renderer/src/app/App.vue'
import AccountsView from '../../../renderer/src/accounts/AccountsView.vue'
import { AGE_OF } from '../../../renderer/src/kit/use-age-of.ts'
import { CLOCK } from '../../../renderer/src/kit/use-clock.ts'
import PositionsView from '../../../renderer/src/positions/PositionsView.vue'
import { openWindow, painted } from '../support/window.ts'

type Rgb = readonly [number, number, number]

/** The color that results from painting `layers` on top of each other. */
function mixed(layers: readonly string[]): Rgb {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d')
  if (canvas === null) throw new Error('expected a canvas')
  for (const color of layers) {
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
  }
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

/** Relative luminance as defined by WCAG 2. */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** The backgrounds behind the text of `element`, bottom first. */
function behind(element: Element | null): string[] {
  if (element === null) return []
  return [...behind(element.parentElement), getComputedStyle(element).backgroundColor]
}

/** Text with a contrast under 4.5:1, with its contrast. Disabled controls are exempt. */
function faintWords(root: Element): string[] {
  const elements = [...root.querySelectorAll('*')].filter(
    (each) =>
      !each.matches(':disabled, .visually-hidden, .stripes *') &&
      [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== ''),
  )
  expect(elements.length).toBeGreaterThan(40)
  return elements.flatMap((each) => {
    const layers = behind(each)
    const ratio = contrast(mixed(layers), mixed([...layers, getComputedStyle(each).color]))
    return ratio < 4.5 ? [`${each.textContent.trim()} (${each.className}): ${ratio.toFixed(2)}`] : []
  })
}

async function openGallery(): Promise<HTMLElement> {
  const root = document.body.appendChild(document.createElement('div'))
  const app = createApp(Gallery)
    .provide(AGE_OF, (reading) => ageAt(reading, 0))
    .provide(CLOCK, new ManualClock())
  app.mount(root)
  onTestFinished(() => {
    app.unmount()
    root.remove()
  })
  await painted()
  return root
}

describe('the kit', () => {
  it.each([0, 1])('has a contrast of 4.5:1 for all text of theme %d, including stale figures', async (theme) => {
    const root = await openGallery()
    expect(faintWords(root.querySelectorAll('.theme')[theme]!)).toEqual([])
  })

  it('marks a stale panel, and hatches it', async () => {
    const root = await openGallery()
    const panel = [...root.querySelectorAll('.panel')].find((each) => each.querySelector('h2')?.textContent === 'stale')
    expect(panel?.querySelector('header')?.textContent).toMatch(/stale\s+40 s/)
    expect(panel?.querySelector('.label')?.getBoundingClientRect().width).toBeGreaterThan(10)
    expect(getComputedStyle(panel!.querySelector('.body')!).backgroundImage).toContain('repeating-linear-gradient')
  })
})

describe('looks', () => {
  const choose = (group: string, name: string) =>
    page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click()

  it('swap the colors of gain and loss, and are stored', async () => {
    const bench = await openWindow(AccountsView, fixtureSnapshot())
    const [up, down] = ['.up', '.down'].map((each) => getComputedStyle(bench.find(each)))
    const before = [up!.color, down!.color]
    await choose('Gain, loss', 'Red, green')
    await painted()
    expect([up!.color, down!.color]).toEqual(before.toReversed())
    expect(localStorage.getItem('plimsoll.money')).toBe('redGreen')
  })

  it('have colors of gain and loss that no kind of colour blindness mixes up', async () => {
    const bench = await openWindow(AccountsView, fixtureSnapshot())
    const [up, down] = ['.up', '.down'].map((each) => getComputedStyle(bench.find(each)))
    await choose('Gain, loss', 'Blue, orange')
    await painted()
    const [gain, loss] = [mixed([up!.color]), mixed([down!.color])]
    expect(gain[2]).toBeGreaterThan(gain[0] + 50)
    expect(loss[0]).toBeGreaterThan(loss[2] + 50)
    expect(localStorage.getItem('plimsoll.money')).toBe('blueOrange')
  })

  it('change the theme with a click beside the screens: dark, light, as the system has it', async () => {
    const bench = await openWindow(App, fixtureSnapshot())
    const schemes = new Map<string | null, string>()
    for (let nth = 0; nth < 3; nth++) {
      await userEvent.click(bench.find('nav .tools button'))
      await painted()
      schemes.set(localStorage.getItem('plimsoll.theme'), getComputedStyle(document.documentElement).colorScheme)
    }
    expect(Object.fromEntries(schemes)).toEqual({ dark: 'dark', light: 'light', system: 'light dark' })
  })

  it.each([
    ['high', 34],
    ['medium', 42],
    ['low', 50],
  ])('give rows of %s density a height of %d px', async (density, px) => {
    localStorage.setItem('plimsoll.density', density)
    const bench = await openWindow(PositionsView, fixtureSnapshot())
    await painted()
    expect(bench.find('tr.row').getBoundingClientRect().height).toBe(px)
  })

  it('write times in any zone, this computer’s and UTC first, and are stored', async () => {
    const probedAt = Date.UTC(2026, 11, 31, 18)
    const listed = {
      listAccounts: async () => ok([{ ...fixtureSnapshot().account!, kind: 'venue' as const, probedAt }]),
    }
    const bench = await openWindow(AccountsView, fixtureSnapshot(), { accounts: listed })
    await expect.element(page.getByText('Checked 2026-12-31.')).toBeVisible()
    const zones = page.getByRole('combobox', { name: 'Times' })
    const offered = [...zones.element().querySelectorAll('option')].map(({ text }) => text)
    expect(offered.slice(0, 2)).toEqual(['Local time', 'UTC'])
    await userEvent.selectOptions(zones, 'Asia/Tokyo')
    await expect.element(page.getByText('Checked 2027-01-01.')).toBeVisible()
    expect(localStorage.getItem('plimsoll.zone')).toBe('Asia/Tokyo')
    await userEvent.selectOptions(zones, 'UTC')
    expect(bench.root.textContent).toContain('Checked 2026-12-31.')
  })

  it('write numbers as chosen, in what is shown and in what is typed', async () => {
    const bench = await openWindow(AccountsView, fixtureSnapshot())
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Numbers' }), '1.234.567,89')
    expect(bench.settings().numbers).toBe('pointComma')
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Totals in' }), 'A currency at a fixed rate')
    await userEvent.fill(page.getByRole('textbox', { name: 'Currency' }), 'eur')
    const rate = page.getByRole('textbox', { name: 'Rate' })
    const use = page.getByRole('button', { name: 'Use', exact: true })
    await userEvent.fill(rate, '0.92')
    await expect.element(page.getByText('Enter how much of the currency 1 USDT is, written like 0,92.')).toBeVisible()
    await expect.element(use).toBeDisabled()
    await userEvent.fill(rate, '0,92')
    await userEvent.click(use)
    expect(bench.settings().reporting).toEqual({ reportingCoin: 'EUR', fixedRate: '0.92' })
    await expect.element(page.getByText('1 USDT = 0,92 EUR, as you entered it.')).toBeVisible()
  })

  describe('of totals', () => {
    const field = (name: string) => page.getByRole('textbox', { name })
    const totals = () => page.getByRole('combobox', { name: 'Totals in' })

    it('are in a coin that the venue prices', async () => {
      const bench = await openWindow(AccountsView, fixtureSnapshot())
      const coins = () => [...bench.find('[data-action=reporting]').querySelectorAll('option')].map(({ text }) => text)
      expect(coins().slice(0, 3)).toEqual(['USDT', 'BTC', 'ETH'])
      expect(coins()).toContain('SOL')
      await userEvent.selectOptions(totals(), 'SOL')
      expect(bench.settings().reporting).toEqual({ reportingCoin: 'SOL', fixedRate: null })
    })

    it('are in a currency at the rate that was entered, once both can be read', async () => {
      const bench = await openWindow(AccountsView, fixtureSnapshot())
      await userEvent.selectOptions(totals(), 'A currency at a fixed rate')
      const use = page.getByRole('button', { name: 'Use', exact: true })
      await userEvent.fill(field('Currency'), 'eur')
      await expect.element(page.getByText('Enter how much of the currency 1 USDT is, written like 0.92.')).toBeVisible()
      await expect.element(use).toBeDisabled()
      await userEvent.fill(field('Rate'), '0.920')
      await userEvent.click(use)
      expect(bench.settings().reporting).toEqual({ reportingCoin: 'EUR', fixedRate: '0.920' })
      await expect.element(page.getByText('1 USDT = 0.92 EUR, as you entered it.')).toBeVisible()
    })
  })
})
