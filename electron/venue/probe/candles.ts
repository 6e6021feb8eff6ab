/** The step that asks each area for candles. */
import type { Failure } from '#shared/domain/failure.ts'
import type { Area, Contract, Pair } from '#shared/domain/instrument.ts'
import type { Result } from '#shared/domain/result.ts'
import { areaTitle, failureMessage, message } from '#shared/words/message.ts'
import type { Answer } from '../port.ts'
import type { Asker } from './asked.ts'
import { failed, failureOf, passed, skipped, warned, type Finding } from './finding.ts'
import { worst } from './looks.ts'

/** Asks each area for hourly candles; the client learns the area's word for an hour. */
export async function askCandles(client: Asker, pair: Pair | null, contract: Contract | null): Promise<Finding> {
  const hourly = { interval: '60min', limit: 2 } as const
  const findings = await Promise.all([
    ...(pair ? [client.call('spot.klines', { symbol: pair.symbol, ...hourly }).then(hourIn(client, 'spot'))] : []),
    ...(contract
      ? [client.call('contract.klines', { contract: contract.name, ...hourly }).then(hourIn(client, 'contract'))]
      : []),
  ])
  if (findings.length === 0) return skipped(message('probe.nothingToAsk'))
  return {
    outcome: worst(findings.map(({ outcome }) => outcome)),
    found: findings.flatMap(({ found }) => found),
    value: null,
    facts: findings.flatMap(({ facts }) => facts),
  }
}

function hourIn(client: Asker, area: Area) {
  const title = areaTitle(area)
  return (answer: Result<Answer<readonly unknown[]>, Failure>): Finding => {
    if (!answer.ok) {
      const facts = { area: title, failure: failureMessage(answer.error) }
      const fact = failureOf(answer.error)
      return answer.error.kind === 'notSupported'
        ? warned(message('probe.candlesNotOffered', facts), null, fact)
        : failed(message('probe.candlesUnread', facts), fact)
    }
    const word = client.dialect().intervals[area]['60min'] ?? '60min'
    if (answer.value.value.length === 0) {
      return warned(message('probe.candlesEmpty', { area: title }), null, { code: 'hour', area, word: null })
    }
    return passed(message('probe.candles', { area: title, word }), null, { code: 'hour', area, word })
  }
}
