import { getInstanceByDom, graphic, setPlatformAPI } from 'echarts/core'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { h, nextTick } from 'vue'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import EChart from '../../../../renderer/src/kit/chart/EChart.vue'
import EquityChart from '../../../../renderer/src/overview/EquityChart.vue'
import ExposureChart from '../../../../renderer/src/overview/ExposureChart.vue'
import { FRAME_MS } from '../../../../renderer/src/kit/use-paced.ts'
import type { LoadLineInput } from '../../../../renderer/src/risk/load-line/load-line-view.ts'
import LoadLineChart from '../../../../renderer/src/risk/load-line/LoadLineChart.vue'
import { ALL_PRICES } from '../../../../renderer/src/risk/load-line/moved-prices.ts'
import { formatValue } from '../../../../renderer/src/kit/format.ts'
import { setPrivacy } from '../../../../renderer/src/kit/privacy.ts'
import { setLanguage, t } from '../../../../renderer/src/kit/say.ts'
import { readChartTheme, useChartTheme } from '../../../../renderer/src/kit/chart/theme.ts'
import { show, type Shown } from './window.ts'

const snapshot = fixtureSnapshot()
const report = snapshot.parts.risk.data
if (report === null) throw new Error('expected a fixture with a risk report')
const reading = snapshot.parts.risk
const { loadLine, margin: units, reportingCoin } = report
const input = { loadLine, units, reportingCoin, moved: ALL_PRICES } satisfies LoadLineInput
/** A venue may give a coin any name. Here the name is markup. */
const EVIL = '<b onclick=x>USDT</b> {a|coin}'
/** The same account with its margin in that coin. */
const evil = JSON.parse(
  JSON.stringify(input).replaceAll('"cross:USDT"', JSON.stringify(`cross:${EVIL}`)),
) as typeof input

let shown: Shown | null = null
afterEach(() => {
  shown?.close()
  shown = null
})

function showLoadLine(of: LoadLineInput = input): Shown {
  shown = show(LoadLineChart, { snapshot, props: { input: of, reading } })
  return shown
}

async function hoverChart(fraction = 0.3): Promise<HTMLElement> {
  const canvas = await expect
    .poll(() => document.querySelector('canvas'))
    .not.toBeNull()
    .then(() => document.querySelector('canvas')!)
  const { width, height } = canvas.getBoundingClientRect()
  await userEvent.hover(canvas, { position: { x: width * fraction, y: height / 2 } })
  await expect.poll(() => document.querySelector('.chart-tooltip-box')).not.toBeNull()
  return document.querySelector<HTMLElement>('.chart-tooltip-box')!
}

/** Tightens the page to the window's own style policy, and returns what the policy refuses from then on. */
function styleSrcSelf(): string[] {
  const refused: string[] = []
  const note = (event: SecurityPolicyViolationEvent): void => {
    // The development server writes style elements; the built window has style sheets.
    if (!event.sourceFile.includes('/@vite/client')) refused.push(`${event.violatedDirective} ${event.sourceFile}`)
  }
  document.addEventListener('securitypolicyviolation', note)
  onTestFinished(() => document.removeEventListener('securitypolicyviolation', note))
  if (document.querySelector('meta[http-equiv]') === null) {
    const policy = document.createElement('meta')
    policy.httpEquiv = 'Content-Security-Policy'
    policy.content = "style-src 'self'"
    document.head.append(policy)
  }
  return refused
}

describe('tooltips under the content security policy of the window', () => {
  it('use classes and no inline style', async () => {
    const refused = styleSrcSelf()
    showLoadLine()
    const tooltip = await hoverChart()
    expect(refused).toEqual([])
    const swatch = tooltip.querySelector('.chart-tooltip-swatch')!
    const { accent } = readChartTheme(document.documentElement)
    expect(getComputedStyle(swatch).backgroundColor).toBe(accent.replace('rgba', 'rgb').replace(', 1)', ')'))
    expect(getComputedStyle(tooltip).borderTopWidth).toBe('1px')

    // The policy is in force: the same style as markup is refused.
    const markup = document.createElement('div')
    markup.innerHTML = '<i style="color: red"></i>'
    document.body.append(markup)
    await expect.poll(() => refused.length).toBe(1)
    markup.remove()
  })

  it('show a name with markup literally', async () => {
    showLoadLine(evil)
    const tooltip = await hoverChart()
    expect(tooltip.textContent).toContain(EVIL)
    expect(tooltip.querySelector('b')).toBeNull()
  })

  it('stay on the side of the pointer with enough room', async () => {
    showLoadLine()
    const left = (await hoverChart(0.2)).getBoundingClientRect()
    const canvas = document.querySelector('canvas')!.getBoundingClientRect()
    expect(left.left).toBeGreaterThan(canvas.left + 0.2 * canvas.width)
    await hoverChart(0.8)
    await expect
      .poll(() => document.querySelector('.chart-tooltip-box')!.getBoundingClientRect().right)
      .toBeLessThan(canvas.left + 0.8 * canvas.width)
  })
})

describe('a chart panel', () => {
  it('gives its finding, and shows the same figures as a table on request', async () => {
    const { wrapper } = showLoadLine()
    expect(wrapper.find('.finding').text()).toMatch(/is liquidated if all prices fall .*%/)
    await page.getByRole('button', { name: 'Table' }).click()
    expect(wrapper.find('canvas').exists()).toBe(false)
    expect(wrapper.find('table caption').text()).toMatch(/Margin rate/)
    expect(wrapper.findAll('tbody tr').length).toBeGreaterThan(17)
    await page.getByRole('button', { name: 'Table' }).click()
    await expect.poll(() => wrapper.find('canvas').exists()).toBe(true)
  })

  it('describes the picture for people who cannot see it', async () => {
    showLoadLine()
    await expect.element(page.getByRole('img', { name: /^Load line\. .*liquidated/ })).toBeInTheDocument()
  })

  it('says why there is nothing to draw instead of an empty axis', () => {
    const idle = { ...input, units: units.map((unit) => ({ ...unit, state: 'noPosition' as const })) }
    shown = show(LoadLineChart, { snapshot, props: { input: idle, reading } })
    expect(shown.wrapper.text()).toContain('no price move liquidates anything')
    expect(shown.wrapper.find('canvas').exists()).toBe(false)
    shown.close()
    shown = show(EquityChart, { snapshot, props: { points: [[1, 2]], coin: 'USDT', reading } })
    expect(shown.wrapper.text()).toContain('The curve begins with the second full read.')
    expect(shown.wrapper.find('canvas').exists()).toBe(false)
  })

  it('is disposed of with its component', async () => {
    const { wrapper } = showLoadLine()
    await expect.poll(() => wrapper.find('canvas').exists()).toBe(true)
    const host = wrapper.find('[_echarts_instance_]').element as HTMLElement
    expect(getInstanceByDom(host)).toBeDefined()
    shown?.close()
    shown = null
    await expect.poll(() => getInstanceByDom(host)).toBeUndefined()
  })

  it('can be removed while its heat map is still being painted', async () => {
    // Each cell takes one frame to paint.
    let ms = 0
    setPlatformAPI({ getTime: () => (ms += 16) })
    onTestFinished(() => setPlatformAPI({ getTime: Date.now }))
    const failures: string[] = []
    const note = ({ message }: ErrorEvent): number => failures.push(message)
    window.addEventListener('error', note)
    onTestFinished(() => window.removeEventListener('error', note))

    const assets = Array.from({ length: 20 }, (_, at) => `C${at}`)
    const data = assets.flatMap((_row, row) => assets.map((_column, column) => [column, row, 0.5]))
    const axis = { type: 'category', data: assets }
    const option = {
      animation: false,
      xAxis: axis,
      yAxis: axis,
      visualMap: { show: false, min: -1, max: 1 },
      series: [{ type: 'heatmap', data }],
    }
    shown = show(EChart, { props: { option, label: 'Cells' } })
    const { wrapper } = shown
    await expect.poll(() => wrapper.find('canvas').exists()).toBe(true)
    shown.close()
    shown = null
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    expect(failures).toEqual([])
  })

  it('follows the size of its box', async () => {
    const { wrapper, box } = showLoadLine()
    await expect.poll(() => wrapper.find('canvas').exists()).toBe(true)
    box.style.width = '600px'
    await expect.poll(() => wrapper.find('canvas').element.getBoundingClientRect().width).toBeLessThan(600)
  })

  it('is redrawn at most once a second, and ends with the newest figures', async () => {
    const pointsTo = (last: number) =>
      [
        [1_000, 90],
        [2_000, 100],
        [3_000, last],
      ] as const
    const { wrapper, clock } = (shown = show(EquityChart, {
      snapshot,
      props: { points: pointsTo(101), coin: 'USDT', reading },
    }))
    const finding = () => wrapper.find('.finding').text()
    const first = finding()
    await wrapper.setProps({ points: pointsTo(111) })
    clock.step(100)
    await wrapper.setProps({ points: pointsTo(112) })
    expect(finding()).toBe(first)
    clock.step(900)
    await nextTick()
    expect(finding()).toContain('112.00')
    await wrapper.setProps({ points: pointsTo(113) })
    expect(finding()).toContain('112.00')
    // The drawing takes a task before that.
    clock.step(1_000)
    await nextTick()
    clock.step(FRAME_MS)
    await nextTick()
    expect(finding()).toContain('113.00')
  })
})

describe('what the trader changes is drawn at once, while figures wait for their turn:', () => {
  const root = document.documentElement
  const changes = {
    'hidden amounts': { change: () => setPrivacy('amounts'), back: () => setPrivacy('shown') },
    'the theme': { change: () => (root.dataset['theme'] = 'light'), back: () => (root.dataset['theme'] = 'dark') },
    'the language': { change: () => setLanguage('zh'), back: () => setLanguage('en') },
  }

  it.each(Object.entries(changes))('%s', async (_name, { change, back }) => {
    root.dataset['theme'] = 'dark'
    onTestFinished(() => void back())
    const words = (ink: string): string => [formatValue(7), t('overview.equity'), ink].join(' ')
    const Named = () => {
      const yAxis = { type: 'value', name: words(useChartTheme().value.ink) } as const
      return h(EChart, { option: { animation: false, xAxis: { type: 'value' }, yAxis }, label: 'Named axis' })
    }
    // The clock stands still, so no turn begins.
    const { wrapper } = (shown = show(Named))
    const drawn = (): unknown => {
      const host = wrapper.find('[_echarts_instance_]')
      const chart = host.exists() ? getInstanceByDom(host.element as HTMLElement) : undefined
      return (chart?.getOption() as { yAxis: { name: string }[] } | undefined)?.yAxis[0]?.name
    }
    const before = words(readChartTheme(root).ink)
    await expect.poll(drawn).toBe(before)
    change()
    const after = words(readChartTheme(root).ink)
    expect(after).not.toBe(before)
    await new Promise((painted) => requestAnimationFrame(painted))
    expect(drawn()).toBe(after)
  })
})

describe('the exposure chart', () => {
  it('draws as many bars as fit and says how many more there are', async () => {
    const props = { exposure: report.exposure, coin: 'USDT', reading, doubts: [] }
    shown = show(ExposureChart, { snapshot, props, size: ['500px', '220px'] })
    await expect.poll(() => shown?.wrapper.find('.more').text()).toMatch(/^\d+ more in table/)
  })

  it('names what has no price on a line of its own, never cut', async () => {
    const props = { exposure: report.exposure, coin: 'USDT', reading, doubts: [] }
    shown = show(ExposureChart, { snapshot, props, size: ['300px', '220px'] })
    const lines = [...shown.wrapper.find('.legend').element.children] as HTMLElement[]
    const last = lines.at(-1)!
    expect(last.textContent).toBe('WEN: no price')
    expect(last.scrollWidth).toBeLessThanOrEqual(last.clientWidth)
    expect(Math.min(...lines.slice(0, -1).map((each) => last.offsetTop - each.offsetTop))).toBeGreaterThan(0)
  })
})

describe('the theme of charts', () => {
  it('is read from the tokens as colors that a canvas library can parse, and changes with them', () => {
    const root = document.documentElement
    root.dataset['theme'] = 'dark'
    const dark = readChartTheme(root)
    root.dataset['theme'] = 'light'
    const light = readChartTheme(root)
    for (const color of [dark.ink, light.ink, dark.danger]) expect(color).toMatch(/^rgba\(\d+, \d+, \d+, 1\)$/)
    expect(dark.ink).not.toBe(light.ink)
  })
})

describe('the height of a line', () => {
  it('is that of the font, whatever Chinese font the machine has and whether it is loaded', () => {
    const heights = ['12px monospace', '400 11px "Inter Variable"', '600 12.5px none'].map(
      (font) => new graphic.Text({ style: { text: 'x', font } }).getBoundingRect().height,
    )
    expect(heights).toEqual([12, 11, 12.5])
  })
})
