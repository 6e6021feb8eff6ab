/** Changed digits flash: only they, only while they are news, and without moving anything. */
import { defineComponent, h, type Component } from 'vue'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { decimal, toText, type DecimalText } from '#shared/domain/decimal.ts'
import type { PartName, Snapshot } from '#shared/snapshot/snapshot.ts'
import { fixtureSnapshot, manyPositions, push, withPart } from '#test/support/snapshot.ts'
import AccountsView from '../../../renderer/src/accounts/AccountsView.vue'
import { useSession, type Session } from '../../../renderer/src/app/session.ts'
import OverviewView from '../../../renderer/src/overview/OverviewView.vue'
import PositionsView from '../../../renderer/src/positions/PositionsView.vue'
import SafetyStrip from '../../../renderer/src/strip/SafetyStrip.vue'
import { openWindow, painted, type Bench } from '../support/window.ts'

beforeEach(() => CSS.highlights.clear())

/** What is tinted now: the column or the fact, the text, and its direction. */
function flashing(): string[] {
  return (['up', 'down'] as const).flatMap((direction) =>
    [...(CSS.highlights.get(`flash-${direction}`) ?? [])].map(({ startContainer, startOffset, endOffset }) => {
      const place = startContainer.parentElement?.closest('td, [role=group]')
      const name = place?.matches('td') ? place.classList.item(1) : place?.ariaLabel
      return `${name} ${startContainer.textContent?.slice(startOffset, endOffset)} ${direction}`
    }),
  )
}

type Change = (snapshot: Snapshot) => Snapshot

/** A window that gets pushes: each `ms` after the one before, of what `change` made of the account. */
async function live(view: Component, start: Snapshot = fixtureSnapshot()) {
  const bench = await openWindow(view, start)
  let now = start
  const news = async (change: Change, ms = 1_000, names: readonly PartName[] = ['positions', 'risk']) => {
    const sent = push(change(now), names, ms)
    now = { ...now, seq: sent.seq, mono: sent.mono, wall: sent.wall, parts: { ...now.parts, ...sent.parts } }
    await bench.advance(ms)
    await bench.send(sent)
    return flashing()
  }
  return { ...bench, news }
}

const plus = (value: DecimalText, amount: number): DecimalText => toText(decimal(value).plus(amount))

/** Another mark price of a contract, which alone changes. */
const markOf =
  (contract: string, amount: number): Change =>
  (snapshot) => {
    const data = snapshot.parts.positions.data?.map((position) =>
      position.contract === contract && position.markPrice
        ? { ...position, markPrice: plus(position.markPrice, amount) }
        : position,
    )
    return withPart(snapshot, 'positions', { data: data ?? null })
  }
const btc = (amount: number): Change => markOf('E-BTC-USDT', amount)

/** Another equity, in `coin`. */
const equityOf =
  (amount: number, coin = 'USDT'): Change =>
  (snapshot) => {
    const report = snapshot.parts.risk.data!
    const equity = { ...report.equity, total: report.equity.total && plus(report.equity.total, amount) }
    return withPart(snapshot, 'risk', { data: { ...report, equity, reportingCoin: coin } })
  }

/** Another profit of a position, which alone changes. */
const pnlOf =
  (contract: string, amount: number): Change =>
  (snapshot) => {
    const report = snapshot.parts.risk.data!
    const positions = report.positions.map((each) =>
      each.key.startsWith(`${contract}:`) && each.openPnl ? { ...each, openPnl: plus(each.openPnl, amount) } : each,
    )
    return withPart(snapshot, 'risk', { data: { ...report, positions } })
  }

/** Every position with a price of its own. */
const differing: Change = (snapshot) => {
  const data = snapshot.parts.positions.data!.map((each, index) => ({
    ...each,
    markPrice: plus(each.markPrice!, index),
  }))
  return withPart(snapshot, 'positions', { data })
}

const withoutFirst =
  (count: number): Change =>
  (snapshot) =>
    withPart(snapshot, 'positions', { data: snapshot.parts.positions.data!.slice(count) })

const markText = ({ root }: Pick<Bench, 'root'>): string =>
  [...root.querySelectorAll('tr.row')]
    .find((row) => row.textContent.includes('E-BTC-USDT'))!
    .querySelector('td.price .figure')!.textContent

describe('what changed', () => {
  it('is tinted for a moment in the colour of its direction; what did not change is not, nor is a first paint', async () => {
    const { news, advance, ...bench } = await live(PositionsView)
    expect(flashing()).toEqual([])
    const before = markText(bench)
    const [digits, ...others] = await news(btc(0.1))
    expect(others).toEqual([])
    const after = markText(bench)
    expect([before, after, digits]).toEqual(['62,410.5', '62,410.6', 'price 6 up'])
    await advance(300)
    expect(flashing()).toEqual([])
    expect((await news(btc(-0.1))).join()).toMatch(/^price \d+ down$/)
  })

  it('moves nothing', async () => {
    const { news, root } = await live(PositionsView)
    const boxes = () => [...root.querySelectorAll('tr.row *')].map((each) => each.getBoundingClientRect().toJSON())
    const before = boxes()
    expect(await news(btc(0.1))).toHaveLength(1)
    expect(boxes()).toEqual(before)
  })

  it('flashes at most once a second in a cell', async () => {
    const { news } = await live(PositionsView)
    expect(await news(btc(0.1))).toHaveLength(1)
    expect(await news(btc(0.1), 400)).toEqual([])
    expect(await news(btc(0.1), 400)).toEqual([])
    expect(await news(btc(0.1), 400)).toHaveLength(1)
  })

  it('flashes in the strip and on the overview, but no age does', async () => {
    const strip = await live(SafetyStrip)
    // The total, and its change since the run began.
    const equity = expect.stringMatching(/^Equity, USDT \d+ up$/)
    expect(await strip.news(equityOf(0.25), 5_000)).toEqual([equity, equity])
    CSS.highlights.clear()
    const overview = await live(OverviewView)
    expect(await overview.news((same) => same, 5_000)).toEqual([])
    expect(await overview.news(pnlOf('E-BTC-USDT', -1.5))).toEqual([expect.stringMatching(/^pnl .* down$/)])
  })
})

describe('nothing flashes', () => {
  it('when numbers are written in another way, and the slowest list has followed', async () => {
    let session: Session | null = null
    const view = defineComponent(() => {
      session = useSession()
      return () => h(PositionsView)
    })
    const { news, advance, ...bench } = await live(view)
    await session!.changeSettings({ numbers: 'pointComma' })
    await painted()
    expect(markText(bench)).toBe('62.410,5')
    expect(flashing()).toEqual([])
    await advance(2_000)
    expect(await news(btc(0.1))).toEqual(['price 6 up'])
  })

  it('when totals are in another coin, or another account is shown', async () => {
    const { news, find } = await live(SafetyStrip)
    expect(await news(equityOf(100, 'USDC'))).toEqual([])
    expect(find('[aria-label="Equity, USDC"]')).not.toBeNull()
    expect(await news(equityOf(0.25, 'USDC'), 3_000)).toHaveLength(2)
    const other = (snapshot: Snapshot): Snapshot => ({ ...equityOf(3, 'USDC')(snapshot), runId: 'run-2', seq: 0 })
    expect(await news(other, 3_000, Object.keys(fixtureSnapshot().parts) as PartName[])).toEqual([])
  })

  it('when rows are sorted, scrolled or gone: another row in the same place is no change', async () => {
    const { news, find } = await live(PositionsView, differing(manyPositions(1_000)))
    await userEvent.click(page.getByRole('button', { name: 'Contract', exact: true }))
    await painted()
    expect(flashing()).toEqual([])
    find('.scroller').scrollTop = 20_000
    await painted()
    await painted()
    expect(flashing()).toEqual([])
    expect(await news(withoutFirst(470))).toEqual([])
  })

  it('when the system asks for less motion, and then the setting says so', async () => {
    const motion = (value: string) =>
      cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
    onTestFinished(async () => void (await motion('')))
    const { news } = await live(PositionsView)
    await motion('reduce')
    expect(await news(btc(0.1))).toEqual([])
    await openWindow(AccountsView, fixtureSnapshot())
    await expect.element(page.getByText('Your system asks for less motion, so nothing flashes.')).toBeVisible()
    await motion('')
    expect(await news(btc(0.1))).toHaveLength(1)
  })

  it('when the trader wants digits to be still', async () => {
    const { news } = await live(PositionsView)
    await openWindow(AccountsView, fixtureSnapshot())
    const choose = (name: string) =>
      page.getByRole('radiogroup', { name: 'Changed digits' }).getByText(name, { exact: true }).click()
    await choose('Still')
    expect(await news(btc(0.1))).toEqual([])
    await choose('Flash')
    expect(await news(btc(0.1))).toHaveLength(1)
  })
})
