/** The real risk worker, except that it crashes or hangs when the reporting coin says so. */
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
