/** The trader's own scenarios, kept in one file for all accounts: they are about markets, not about an account. */
import { z } from 'zod'
import type { Clock } from '#shared/domain/clock.ts'
import { localFailure, type Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { ownScenarioSchema, type NewScenario } from '#shared/ipc/contract.ts'
import type { OwnScenario } from '#shared/risk/stress/scenario-report.ts'
import { message } from '#shared/words/message.ts'
import { NEWER_VERSION, newestAside, readJsonFile, setAside, writeJsonFile, type Newer } from './json-file.ts'

/** The most that are kept. */
const MOST = 100

const storedScenario = ownScenarioSchema.extend({ savedAt: z.number() })
const fileSchema = z
  .strictObject({ version: z.literal(1), scenarios: z.array(storedScenario) })
  .refine(({ scenarios }) => new Set(scenarios.map(({ id }) => id)).size === scenarios.length)

/**
 * Every answer is the whole list, oldest first.
 * Failures are of kind `storage`, or `invalidParameter` for what is not kept.
 */
export interface Scenarios {
  /**
   * A damaged file is set aside, never overwritten, and its list is not empty but a failure that says where it went: in
   * this run and every later one, until a scenario is saved again.
   */
  list(): Result<readonly OwnScenario[], Failure>
  /** Under an id that is kept, it takes that one's place. At most 100 are kept, and no two of one name. */
  save(scenario: NewScenario): Result<readonly OwnScenario[], Failure>
  /** Right when it was not kept. */
  forget(scenarioId: string): Result<readonly OwnScenario[], Failure>
}

/**
 * The scenarios kept in `file`. Nothing is read before the first call; the file is small and read anew for every one.
 */
export function openScenarios(file: string, clock: Pick<Clock, 'wall'>): Scenarios {
  return {
    list() {
      const kept = read(file)
      if (!kept.ok) return kept
      const aside = kept.value ? null : newestAside(file)
      return aside === null ? ok(kept.value ?? []) : err(damaged(aside))
    },

    save({ id, name, moves }) {
      const kept = read(file)
      if (!kept.ok) return kept
      const others = (kept.value ?? []).filter((other) => other.id !== id)
      if (others.some((other) => isSameName(other.name, name)))
        return err(notKept(message('storage.scenarios.sameName', { name })))
      if (others.length >= MOST) return err(notKept(message('storage.scenarios.most', { most: MOST })))
      return write(file, [...others, { id, name, savedAt: clock.wall(), moves }])
    },

    forget(scenarioId) {
      const kept = read(file)
      if (!kept.ok) return kept
      const rest = (kept.value ?? []).filter(({ id }) => id !== scenarioId)
      return rest.length === (kept.value ?? []).length ? ok(rest) : write(file, rest)
    },
  }
}

function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

/** null: there is no file. */
function read(file: string): Result<readonly OwnScenario[] | null, Failure> {
  const found = readJsonFile(file, fileSchema)
  if (!found.ok) {
    return err(failure('read', message('storage.scenarios.unread', { file, cause: found.error })))
  }
  if (!found.value.exists) return ok(null)
  if (found.value.newer) return ok(readableIn(found.value.newer))
  if (found.value.content) return ok(found.value.content.scenarios)
  const aside = setAside(file)
  if (aside.ok) return err(damaged(aside.value))
  return err(failure('read', message('storage.scenarios.notSetAside', { file, cause: aside.error })))
}

function readableIn({ json }: Newer): readonly OwnScenario[] {
  const scenarios = 'scenarios' in json && Array.isArray(json.scenarios) ? (json.scenarios as readonly unknown[]) : []
  return scenarios.flatMap((each) => storedScenario.safeParse(each).data ?? [])
}

function write(file: string, scenarios: readonly OwnScenario[]): Result<readonly OwnScenario[], Failure> {
  const written = writeJsonFile(file, { version: 1, scenarios })
  if (written.ok) return ok(scenarios)
  if (written.error === NEWER_VERSION) return err(failure('write', message('storage.scenarios.newer', { file })))
  return err(failure('write', message('storage.scenarios.unwritten', { file, cause: written.error })))
}

function damaged(aside: string): Failure {
  return failure('read', message('storage.scenarios.damaged', { aside }))
}

function failure(operation: string, why: Message): Failure {
  return localFailure('storage', `scenarios.${operation}`, why)
}

function notKept(why: Message): Failure {
  return localFailure('invalidParameter', 'scenarios.save', why)
}
