/** What is odd about the venue's prices. */
import type { Message } from '#shared/domain/message.ts'
import type { PriceFinding } from '#shared/risk/doubt/price-doubt.ts'
import { listed, message } from '#shared/words/message.ts'
import { formatNumber, formatPercent } from '../kit/format.ts'
import { t } from '../kit/say.ts'

/** "E-BTC-USDT: its mark went from 96,400 to 96.4, and nothing else says so." */
export function findingMessage(finding: PriceFinding): Message {
  const { instrument } = finding
  switch (finding.code) {
    case 'jump': {
      const facts = { instrument, field: message(`risk.price.${finding.field}`), to: price(finding.to) }
      return finding.from === null
        ? message('risk.doubt.odd', facts)
        : message('risk.doubt.jump', { ...facts, from: price(finding.from) })
    }
    case 'markOffBook':
    case 'markOffIndex': {
      const gap = formatPercent(finding.mark / finding.other - 1, { sign: 'always' })
      return message(`risk.doubt.${finding.code}`, { instrument, mark: price(finding.mark), gap })
    }
    case 'markFrozen':
      return message('risk.doubt.markFrozen', {
        instrument,
        reads: finding.reads,
        moved: formatPercent(finding.bookMoved),
      })
    case 'closedBook':
      return message('risk.doubt.closedBook', { instrument })
  }
}

function price(value: number): string {
  return formatNumber(value, { maxPlaces: 8 }, 'price')
}

/** The most instruments named; more are counted. */
const NAMED = 3

/** Warns that a figure is made from these prices; null without a finding. */
export function doubtWords(findings: readonly PriceFinding[]): string | null {
  if (findings.length === 0) return null
  const names = [...new Set(findings.map(({ instrument }) => instrument))]
  return t('risk.restsOn', { names: listed(names, NAMED) })
}
