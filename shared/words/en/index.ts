import { common } from './common.ts'
import { dialect } from './dialect.ts'
import { drill } from './drill.ts'
import { probe } from './probe.ts'

/** Every sentence in English. Its keys are the codes there are, and its blanks the facts each needs. */
export const en = { ...common, ...dialect, ...drill, ...probe } as const
