/** A message as it is kept in a file: any code, also one of another version. */
import { z } from 'zod'
import type { Fact, Message } from '../domain/message.ts'
import { verbatim } from './message.ts'

export const messageSchema: z.ZodType<Message> = z.lazy(() =>
  z.strictObject({ code: z.string(), facts: z.record(z.string(), factSchema) }),
)

/** The same of a file that may have been written before sentences had codes: text stays as it is. */
export const keptMessage: z.ZodType<Message> = z.union([z.string().transform(verbatim), messageSchema])

const factSchema: z.ZodType<Fact> = z.lazy(() =>
  z.union([
    z.string(),
    z.number(),
    z.strictObject({ amount: z.string() }),
    z.strictObject({ ms: z.number() }),
    z.strictObject({ share: z.number(), places: z.number() }),
    messageSchema,
    z.array(factSchema),
  ]),
)
