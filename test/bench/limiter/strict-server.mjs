// A venue in a separate process that counts as strictly as possible: every arrival, in a sliding window, by its own
// clock. It answers 429 to a call above the limit. The parent process asks for the counts over the IPC channel.
import { createServer } from 'node:http'
import { performance } from 'node:perf_hooks'

let limit = { count: Infinity, windowMs: 1 }
/** When each call arrived, ms. */
let arrivals = []
/** The accepted calls, which are what a lenient venue counts. */
let accepted = []

const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
  const at = performance.now()
  arrivals.push(at)
  accepted = accepted.filter((earlier) => earlier > at - limit.windowMs)
  const isOver = accepted.length >= limit.count
  if (!isOver) accepted.push(at)
  refusals += isOver ? 1 : 0
  request.resume()
  response.writeHead(isOver ? 429 : 200, { 'content-type': 'application/json' })
  response.end('{}')
})
let refusals = 0

process.on('message', (message) => {
  if (message.limit) {
    limit = message.limit
    arrivals = []
    accepted = []
    refusals = 0
  }
  process.send({ arrivals, refusals })
})
process.on('disconnect', () => process.exit())

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
