/** What the figures of the simulation are made from, and how old that is. */
import { t } from '../../kit/say.ts'
import { computed } from 'vue'
import { countText, knowledgeOf } from '#shared/snapshot/knowledge.ts'
import type { Part } from '#shared/snapshot/snapshot.ts'
import { useWhatIfStore } from '../../app/stores/what-if.ts'
import { useFreshnessOf } from '../../app/use-freshness.ts'
import type { HowInput } from '../how/methods.ts'
import { orderCountText } from '../open-orders.ts'
import type { StressParts } from './risk-inputs.ts'
import { ruleInputs } from './rule-words.ts'
import type { useStress } from './use-stress.ts'

export function useStressInputs({ parts, tried, betas }: ReturnType<typeof useStress>) {
  const whatIf = useWhatIfStore()
  const ageOf = useFreshnessOf()
  return computed<readonly HowInput[]>(() => {
    const now = parts.value
    const { used, assumed, benchmark } = betas.value
    return [
      ...readInputs(now, ageOf),
      {
        label: t('stress.input.betas', { benchmark }),
        text: t('stress.betaCount', { used: used.size, assumed: assumed.length }),
        ageMs: null,
      },
      ...(tried.value === null ? [] : ruleInputs(tried.value.inputs.calibration)),
      ...(whatIf.isVenueDown ? [{ label: t('stress.venueDown'), text: t('stress.dayMore'), ageMs: null }] : []),
      ...(whatIf.isWithout
        ? [
            {
              label: t('stress.input.leftOut'),
              text: String(whatIf.leftPositions.size + whatIf.leftOrders.size),
              ageMs: null,
            },
          ]
        : []),
    ]
  })
}

/** What was read of the account, in any figure under other prices. */
export function readInputs(parts: StressParts, ageOf: ReturnType<typeof useFreshnessOf>): readonly HowInput[] {
  return [
    ...(['positions', 'marginAccounts', 'balances', 'quotes'] as const).map((name) => ({
      label: t(`stress.input.${name}`),
      text: count(parts[name]),
      ageMs: ageOf(parts[name]).ageMs,
    })),
    { label: t('stress.input.orders'), text: orderCountText(parts), ageMs: ageOf(parts.orders).ageMs },
  ]
}

function count(part: Pick<Part<readonly unknown[]>, 'data' | 'failure' | 'hidden'> | undefined): string {
  return part?.data == null ? t('kit.notRead') : countText(part.data.length, knowledgeOf(part))
}
