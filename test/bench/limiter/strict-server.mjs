// A venue in a process of its own that counts as strictly as one can: every arrival, in a sliding window, by the clock at
// its door. It answers 429 to what is too much, and is asked what it saw over the channel to its parent.
import { createServer } from 'node:http'
import { performance } from 'node:perf_hooks'

let limit = { count: Infinity, windowMs: 1 }
/** When each call arrived, ms. */
let arrivals = []
/** Those that were let in, which is what a lenient venue counts. */
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
