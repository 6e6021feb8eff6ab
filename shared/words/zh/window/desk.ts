import type { desk as english } from '../../en/window/desk.ts'

export const desk: Readonly<Record<keyof typeof english, string>> = {
  'desk.warnings': '警告',
  'desk.moreWarnings': '另有 {count} 条警告',
  'desk.fewerWarnings': '收起警告',
}
