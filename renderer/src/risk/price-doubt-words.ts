/** What is odd about the venue's prices, in words. Pure. */
import { listed } from '#shared/domain/listed.ts'
import type { PriceField, PriceFinding } from '#shared/risk/doubt/price-doubt.ts'
import { formatNumber, formatPercent } from '../kit/format.ts'

const FIELD_WORDS: Record<PriceField, string> = {
  mark: 'mark',
  book: 'best bid and ask',
  last: 'last price',
  index: 'index',
}

const price = (value: number): string => formatNumber(value, { maxPlaces: 8 })
const gap = (one: number, other: number): string => formatPercent(one / other - 1, { sign: 'always' })

/** "E-BTC-USDT: its mark went from 96,400 to 96.4, and nothing else says so". */
export function findingWords(finding: PriceFinding): string {
  const { instrument } = finding
  switch (finding.code) {
    case 'jump': {
      const what = FIELD_WORDS[finding.field]
      const to = price(finding.to)
      return finding.from === null
        ? `${instrument}: its ${what} of ${to} is not what its other prices say`
        : `${instrument}: its ${what} went from ${price(finding.from)} to ${to}, and nothing else says so`
    }
    case 'markOffBook':
      return `${instrument}: its mark ${price(finding.mark)} is ${gap(finding.mark, finding.other)} off its own book`
    case 'markOffIndex':
      return `${instrument}: its mark ${price(finding.mark)} is ${gap(finding.mark, finding.other)} off its index`
    case 'markFrozen':
      return `${instrument}: its mark stood still for ${String(finding.reads)} reads while its book moved ${formatPercent(finding.bookMoved)}`
    case 'closedBook':
      return `${instrument} is closed: its book is left over, and no price`
  }
}

/** More instruments are counted, not named. */
const NAMED = 3

/** That a figure is made from these prices; null without a finding. */
export function doubtWords(findings: readonly PriceFinding[]): string | null {
  if (findings.length === 0) return null
  const names = [...new Set(findings.map(({ instrument }) => instrument))]
  return `Rests on doubtful prices: ${listed(names, NAMED)}.`
}
