import type { kit as english } from '../../en/window/kit.ts'

export const kit: Readonly<Record<keyof typeof english, string>> = {
  'kit.notConfirmed': '未确认',
}
