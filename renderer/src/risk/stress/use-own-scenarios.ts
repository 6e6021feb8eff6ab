/** The trader's own scenarios: kept in main, for all accounts. */
import type { Message } from '#shared/domain/message.ts'
import { message } from '#shared/words/message.ts'
import { onMounted, shallowRef } from 'vue'
import type { Result } from '#shared/domain/result.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { isSameScenarioName, type Moves, type OwnScenario } from '#shared/risk/stress/scenario-report.ts'
import { answered, useSession } from '../../app/session.ts'

export function useOwnScenarios() {
  const { scenarios } = useSession()
  const own = shallowRef<readonly OwnScenario[]>([])
  /** Why the newest request was not carried out; null when it was. */
  const problem = shallowRef<Message | null>(null)

  /** Every answer is the whole list. Resolves to whether there was one. */
  async function take(
    asked: Promise<Result<readonly OwnScenario[], Failure>>,
    failed: `stress.${'list' | 'save' | 'forget'}Failed`,
  ): Promise<boolean> {
    const answer = await answered(asked)
    const isAnswered = !('kind' in answer)
    if (isAnswered) own.value = answer
    problem.value = isAnswered ? null : message(failed, { why: answer.message })
    return isAnswered
  }

  onMounted(() => void take(scenarios.listScenarios(), 'stress.listFailed'))

  return {
    own,
    problem,
    /** Keeps moves under a name; the same name again, in any case of letters, replaces what it stood for. */
    save: async (name: string, moves: Moves): Promise<boolean> => {
      const id = own.value.find((scenario) => isSameScenarioName(scenario.name, name))?.id ?? crypto.randomUUID()
      return await take(
        scenarios.saveScenario({ id, name, moves: { ...moves, named: { ...moves.named } } }),
        'stress.saveFailed',
      )
    },
    forget: async (scenarioId: string): Promise<boolean> =>
      await take(scenarios.forgetScenario({ scenarioId }), 'stress.forgetFailed'),
  }
}
