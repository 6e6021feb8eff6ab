/** The trader's own scenarios, in one file for all accounts, as they are about markets and not about an account. */
import { z } from 'zod'
import type { Clock } from '#shared/domain/clock.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { ownScenarioSchema, type NewScenario } from '#shared/ipc/contract.ts'
import { isSameScenarioName, type OwnScenario } from '#shared/risk/stress/scenario-report.ts'
import { message } from '#shared/words/message.ts'
import { openListFile } from './list-file.ts'

/** The most scenarios that are kept. */
const MOST = 100

const storedScenario = ownScenarioSchema.extend({ savedAt: z.number() })

export type Scenarios = ReturnType<typeof openScenarios>

/**
 * The scenarios stored in `file`. Nothing is read before the first call. Every answer is the whole list, oldest first.
 * Failures have kind `storage`, or `invalidParameter` for a scenario that cannot be kept.
 */
export function openScenarios(file: string, clock: Pick<Clock, 'wall'>) {
  const stored = openListFile(file, 'scenarios', storedScenario)
  return {
    list: stored.list,

    /** A scenario with a known id replaces that one. At most 100 are kept, and names are unique. */
    save({ id, name, moves }: NewScenario): Result<readonly OwnScenario[], Failure> {
      const kept = stored.forChange()
      if (!kept.ok) return kept
      const others = kept.value.filter((other) => other.id !== id)
      if (others.some((other) => isSameScenarioName(other.name, name)))
        return err(notKept(message('storage.scenarios.sameName', { name })))
      if (others.length >= MOST) return err(notKept(message('storage.scenarios.most', { most: MOST })))
      return stored.write([...others, { id, name, savedAt: clock.wall(), moves }])
    },

    /** Succeeds if it was not kept. */
    forget(scenarioId: string): Result<readonly OwnScenario[], Failure> {
      const kept = stored.forChange()
      if (!kept.ok) return kept
      const rest = kept.value.filter(({ id }) => id !== scenarioId)
      return rest.length === kept.value.length ? ok(rest) : stored.write(rest)
    },
  }
}

function notKept(why: Message): Failure {
  return localFailure('invalidParameter', 'scenarios.save', why)
}
