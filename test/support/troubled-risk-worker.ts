/** A risk worker that crashes or hangs where the reporting coin says so, and is the real one otherwise. */
import { parentPort } from 'node:worker_threads'
import { createRiskService } from '../../electron/risk/compute.ts'
import type { Request } from '../../electron/risk/risk-messages.ts'

const answer = createRiskService()
parentPort?.on('message', (request: Request) => {
  const coin = request.fields.fresh.get('reportingCoin')
  if (coin === 'CRASH') throw new Error('out of order')
  while (coin === 'HANG');
  parentPort?.postMessage(answer(request))
})
