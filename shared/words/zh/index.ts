import type { en } from '../en/index.ts'
import { common } from './common.ts'
import { dialect } from './dialect.ts'
import { drill } from './drill.ts'
import { probe } from './probe.ts'

/** Every sentence in Chinese (simplified), with the terms venues of this family use. */
export const zh: Readonly<Record<keyof typeof en, string>> = { ...common, ...dialect, ...drill, ...probe }
