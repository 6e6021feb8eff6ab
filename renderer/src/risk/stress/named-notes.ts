import type { Fact } from '#shared/domain/message.ts'
import type { Code } from '#shared/words/message.ts'
import { t } from '../../kit/say.ts'

/** What figures leave out, one sentence for each reason that has names: "No price, so not in it: WEN, DOT." */
export function namedNotes(
  ...notes: readonly (readonly [code: Extract<Code, `stress.note.${string}`>, names: readonly Fact[]])[]
): readonly string[] {
  return notes.flatMap(([code, names]) => (names.length === 0 ? [] : [t(code, { names })]))
}
