/** The live account as a model, made at most once a second while the window is shown. */
import { useDocumentVisibility } from '@vueuse/core'
import { computed } from 'vue'
import { decodeInstruments } from '#shared/domain/decode.ts'
import { modelAccount, type AccountModel } from '#shared/risk/account/account-model.ts'
import type { RiskInputs } from '#shared/risk/inputs.ts'
import { usePortfolioStore } from '../../app/stores/portfolio.ts'
import { useClock } from '../../kit/use-clock.ts'
import { useInTurn, usePaced } from '../../kit/use-paced.ts'
import { riskInputsOf, stressParts, type StressParts } from './risk-inputs.ts'

/** An account as a model to be shocked, and what it is made from. */
export interface ModelledAccount {
  readonly inputs: RiskInputs
  readonly model: AccountModel
}

export const modelled = (inputs: RiskInputs): ModelledAccount => ({ inputs, model: modelAccount(inputs) })

export function useLiveAccount() {
  const portfolio = usePortfolioStore()
  const clock = useClock()
  const visibility = useDocumentVisibility()

  /** A hidden window keeps the parts it had, and takes the newest when it is shown again. */
  let seen: StressParts = stressParts(portfolio.parts)
  const parts = usePaced(() => {
    if (visibility.value === 'visible') seen = stressParts(portfolio.parts)
    return seen
  })

  const known = computed(() => parts.value.instruments?.data ?? null)
  const instruments = computed(() => known.value && decodeInstruments(known.value))
  const read = computed(() => ({
    parts: parts.value,
    instruments: instruments.value,
    inputs: riskInputsOf(parts.value, instruments.value, (portfolio.aheadMs ?? 0) + clock.mono()),
  }))
  // With a large account, reading the parts, adding them up and what follows from it all take long: a turn for each.
  const account = useInTurn(() => read.value)
  const live = computed(() => account.value.inputs && modelled(account.value.inputs))
  return useInTurn(() => ({ ...account.value, live: live.value }))
}
