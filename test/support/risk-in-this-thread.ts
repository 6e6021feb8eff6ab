import type { RiskPort } from '#electron/risk/risk-client.ts'
import { createRiskService } from '#electron/risk/compute.ts'
import type { Reply } from '#electron/risk/risk-messages.ts'

/**
 * The risk worker's own code without its thread, for tests on a virtual clock: its answer arrives before that clock
 * moves on. Messages are copied as they are between threads.
 */
export function riskInThisThread(): RiskPort {
  const answer = createRiskService()
  let hear: (reply: Reply) => void = () => undefined
  return {
    post(request) {
      const copy = structuredClone(request)
      void Promise.resolve().then(() => hear(structuredClone(answer(copy))))
    },
    onReply: (listener) => (hear = listener),
    onEnd: () => undefined,
    end: () => (hear = () => undefined),
  }
}
