/** Clients that break a desk in ways that its tests must notice. */
import type { EndpointName } from '#electron/venue/port.ts'
import type { Sabotage } from '#test/support/desk-run.ts'

/** Sends a write again when no answer came; with `meant`, only for those endpoints. */
export function repeatsLostWrites(meant: (endpoint: EndpointName) => boolean = isWrite): Sabotage {
  return {
    client: (client) => ({
      ...client,
      async call(endpoint, params, options) {
        const answer = await client.call(endpoint, params, options)
        const isLost = !answer.ok && answer.error.outcome === 'unknown' && meant(endpoint)
        return isLost ? client.call(endpoint, params, options) : answer
      },
    }),
  }
}

function isWrite(endpoint: EndpointName): boolean {
  return /place|cancel|condition/i.test(endpoint)
}

/** Reports a lost answer as a refusal. */
export const TELLS_LOSS_AS_REFUSAL: Sabotage = {
  client: (client) => ({
    ...client,
    async call(endpoint, params, options) {
      const answer = await client.call(endpoint, params, options)
      return answer.ok ? answer : { ok: false, error: { ...answer.error, outcome: 'rejected' } }
    },
  }),
}
