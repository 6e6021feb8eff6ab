import type { failure as english } from '../en/failure.ts'

export const failure: Readonly<Record<keyof typeof english, string>> = {
  'failure.venueWords': '交易所原文：{code}“{text}”。',
}
