/** How each figure of the Risk screen is computed. A figure names its method and lists its own inputs. */
import type { Message } from '#shared/domain/message.ts'
import { STRESSED_MARKET } from '#shared/risk/liquidity/stressed.ts'
import { FUNDING_SPIKE, fundingSpike } from '#shared/risk/stress/listed-scenarios.ts'
import { en } from '#shared/words/en/index.ts'
import { message, type Code } from '#shared/words/message.ts'
import type { InjectionKey } from 'vue'

/** One input of a figure, as it is now. */
export interface HowInput {
  readonly label: string
  readonly text: string
  /** How old it is, ms; null where age means nothing: a choice, a constant, a whole history. */
  readonly ageMs: number | null
}

export const input = (label: string, text: string, ageMs: number | null = null): HowInput => ({ label, text, ageMs })

/** The inputs of a tab's figures: used by each figure that has none of its own. */
export const HOW_INPUTS: InjectionKey<() => readonly HowInput[]> = Symbol('howInputs')

type With<Part extends string, C = Code> = C extends `how.${infer Method}.${Part}` ? Method : never

/** A method whose words are in the catalogue: `how.beta.title` and so on. */
export type MethodId = With<'title'>

/** What the formula leaves open: assumptions and limits. null: nothing. */
export function noteOf(method: MethodId): Message | null {
  return has('note', method) ? message(`how.${method}.note`, { spike: fundingSpike(FUNDING_SPIKE) }) : null
}

/** The formula as plain text, one step a line. */
export function formulaOf(method: MethodId): Message {
  return message(`how.${method}.formula`, { ...STRESSED_MARKET })
}

/** Whose formula it is, by author and year. */
export function sourceOf(method: MethodId): Message {
  return has('source', method) ? message(`how.${method}.source`) : message('how.own')
}

function has<Part extends string>(part: Part, method: string): method is With<Part> {
  return Object.hasOwn(en, `how.${method}.${part}`)
}
