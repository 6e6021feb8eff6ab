/** The step that asks each area for candles. */
import { wordsOf } from '#shared/domain/failure.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { AREA_TITLE } from '#shared/domain/instrument.ts'
import type { Area, Contract, Pair } from '#shared/domain/instrument.ts'
import type { Result } from '#shared/domain/result.ts'
import type { Answer } from '../port.ts'
import type { Asker } from './asked.ts'
import { failed, failureOf, passed, skipped, warned } from './finding.ts'
import type { Finding } from './finding.ts'
import { worst } from './words.ts'

/** Asks each area for an hour's candles; the client learns the area's word for it. */
export async function askCandles(client: Asker, pair: Pair | null, contract: Contract | null): Promise<Finding> {
  const hourly = { interval: '60min', limit: 2 } as const
  const findings = await Promise.all([
    ...(pair ? [client.call('spot.klines', { symbol: pair.symbol, ...hourly }).then(hourIn(client, 'spot'))] : []),
    ...(contract
      ? [client.call('contract.klines', { contract: contract.name, ...hourly }).then(hourIn(client, 'contract'))]
      : []),
  ])
  if (findings.length === 0) return skipped('There is no pair or contract to ask about.')
  return {
    outcome: worst(findings.map(({ outcome }) => outcome)),
    text: findings.map(({ text }) => text).join(' '),
    value: null,
    facts: findings.flatMap(({ facts }) => facts),
  }
}

function hourIn(client: Asker, area: Area) {
  return (answer: Result<Answer<readonly unknown[]>, Failure>): Finding => {
    if (!answer.ok && answer.error.kind === 'notSupported') {
      const nothing = `${AREA_TITLE[area]} offers no candles: its charts stay empty. ${wordsOf(answer.error)}`
      return warned(nothing, null, failureOf(answer.error))
    }
    if (!answer.ok)
      return failed(`${AREA_TITLE[area]} candles can not be read. ${wordsOf(answer.error)}`, failureOf(answer.error))
    const word = client.dialect().intervals[area]['60min'] ?? '60min'
    if (answer.value.value.length === 0) {
      const nothing = `${AREA_TITLE[area]} has no hourly candles, by either name: its charts stay empty.`
      return warned(nothing, null, { code: 'hour', area, word: null })
    }
    return passed(`${AREA_TITLE[area]} calls 1-hour candles “${word}”.`, null, { code: 'hour', area, word })
  }
}
