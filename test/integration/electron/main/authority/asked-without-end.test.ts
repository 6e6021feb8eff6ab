/** A page may request as many plans as it likes. The reads for them must not delay an exit or its end. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { FLATTEN } from '#test/support/desk-bench.ts'
import { decimal } from '#shared/domain/decimal.ts'
import { accountsBench } from '#test/support/accounts-bench.ts'

const bench = accountsBench()

it('delays no flatten by the plans that a page requests', async () => {
  await bench.addedAs()
  await bench.known()
  const { runId } = bench.accounts.snapshot()
  for (let nth = 0; nth < 20; nth++) {
    for (let each = 0; each < 5; each++) {
      void bench.accounts.atDesk(runId, 'page', (desk) => desk.preview({ kind: 'flatten', spot: 'sell' }))
      void bench.accounts.atDesk(runId, 'page', (desk) => desk.rescue('cross:USDT', decimal('10')))
    }
    await bench.pass(200)
  }
  const begun = bench.clock.mono()
  const shown = await bench.accounts.atDesk(runId, 'main', (desk) => desk.preview(FLATTEN, 'main'))
  if (!shown.ok || shown.value.kind !== 'plan') throw new Error('expected a plan')
  const { planId } = shown.value
  const submitted = await bench.accounts.atDesk(runId, 'main', (desk) => desk.submit(randomUUID(), FLATTEN, planId))
  expect(submitted).toMatchObject({ ok: true, value: { kind: 'accepted' } })
  await bench.until(() => bench.accounts.snapshot().parts.desk.data?.intents[0]?.state === 'done')
  expect(bench.clock.mono() - begun).toBeLessThan(15_000)
})
