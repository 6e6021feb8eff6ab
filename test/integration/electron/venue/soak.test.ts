import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createVenueClient } from '#electron/venue/venue.ts'
import type { VenueClient } from '#electron/venue/port.ts'
import type { VenueClientOptions } from '#electron/venue/venue.ts'
import type { Failure } from '#shared/domain/failure.ts'
import { FATE_NAMES } from '#test/soak/plan.ts'
import { soak } from '#test/soak/soak.ts'

const SOAK = join(resolve(import.meta.dirname, '../../../..'), 'build', 'program.mjs')

async function run(...args: string[]): Promise<{ code: number; output: string; errors: string }> {
  const child = spawn(process.execPath, [SOAK, 'soak', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit') as Promise<[number]>
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: (await ended)[0], output, errors }
}

describe('npm run soak', () => {
  it('finds none of 20,000 orders and their cancels sent twice, and none reported wrongly', async () => {
    const { code, output, errors } = await run('--orders', '20000', '--seed', '11')
    const lines = output.trimEnd().split('\n')
    expect(lines.at(-1)).toMatch(
      /^OK: of 20 000 orders and \d \d{3} cancels none arrived twice and none was told wrongly; 95 % bound 1\.5e-4 /,
    )
    for (const fate of FATE_NAMES) expect(lines.find((line) => line.startsWith(`${fate}  `))).toMatch(/ [1-9]/)
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
  })

  it.each([
    ['an unknown option', ['--order', '5']],
    ['no orders', ['--orders', '0']],
    ['no kills', ['--kills', '0']],
    ['a seed that is not a number', ['--seed', 'x']],
  ])('ends with 2 and one line for %s', async (_what, args) => {
    const { code, output, errors } = await run(...args)
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toMatch(/^soak: .*usage: .*\n$/)
  })
})

type Call = VenueClient['call']
type Calling = Parameters<Call>

/** The real client, except for how it handles an order whose answer was lost. */
function wrong(mishandle: (failure: Failure, again: () => ReturnType<Call>) => ReturnType<Call>) {
  return (options: VenueClientOptions): VenueClient => {
    const client = createVenueClient(options)
    const call = async (...calling: Calling): Promise<Awaited<ReturnType<Call>>> => {
      const answer = await client.call(...calling)
      if (answer.ok || answer.error.outcome !== 'unknown') return answer
      return mishandle(answer.error, () => client.call(...calling))
    }
    return new Proxy(client, {
      get: (real, name) => {
        const member: unknown = name === 'call' ? call : Reflect.get(real, name)
        return typeof member === 'function' ? member.bind(real) : member
      },
    })
  }
}

describe('the soak', () => {
  it.each([
    ['sends an order again', 'arrived more than once', wrong((_failure, again) => again())],
    [
      'takes a lost answer for a refusal',
      'executed, though the client was told it was rejected',
      wrong(async (error) => ({ ok: false, error: { ...error, outcome: 'rejected' } })),
    ],
    [
      'takes a lost connection for an order that was not sent',
      'arrived, though the client was told it was not sent',
      wrong(async (error) => ({ ok: false, error: { ...error, outcome: 'notSent' } })),
    ],
  ])('catches a client that %s', async (_what, rule, connect) => {
    const { audit } = await soak({ orders: 200, seed: 3, connect })
    const found = audit.violations.find((violation) => violation.rule.endsWith(rule))
    expect(found?.clientOrderId).toMatch(/^soak-3-\d+$/)
    expect(found?.story.length).toBeGreaterThan(1)
  })
})
