/** The entry point of the risk worker, a thread that computes and talks only to main. */
import { parentPort } from 'node:worker_threads'
import { createRiskService } from './compute.ts'
import type { Request } from './risk-messages.ts'

const answer = createRiskService()
parentPort?.on('message', (request: Request) => parentPort?.postMessage(answer(request)))
