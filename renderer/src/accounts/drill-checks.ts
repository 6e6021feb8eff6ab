/** A fire drill's card as a list of checks. */
import { inARow } from '#shared/words/message.ts'
import { say } from '../kit/say.ts'
import type { DrillCard, DrillCheckName } from '#shared/desk/drill.ts'
import type { Check } from './CheckList.vue'

const TITLES: Readonly<Record<DrillCheckName, string>> = {
  key: 'Key',
  clock: 'Clocks',
  spot: 'Spot account',
  contract: 'Contract account',
  testOrders: 'Test orders',
  contracts: 'Held contracts',
  sizes: 'Order sizes',
  budget: 'Call budget',
  plan: 'Flatten plan',
}

export function checksOf({ checks }: DrillCard): readonly Check[] {
  return checks.map(({ name, verdict, found }) => ({
    id: name,
    verdict,
    title: TITLES[name],
    words: say(inARow(found)),
  }))
}
