import { Linter } from 'eslint'
import ts from 'typescript-eslint'
import { describe, expect, it } from 'vitest'
import { expressions, layers, syntax } from '../../eslint.config.js'

const linter = new Linter({ configType: 'flat' })
const config = [
  { files: ['**/*.ts', '**/*.vue'], languageOptions: { parser: ts.parser } },
  ...layers,
  ...syntax,
  ...expressions,
]

function complaints(file: string, code: string): string[] {
  return linter.verify(code, config as Linter.Config[], { filename: file }).map((problem) => problem.message)
}

const importing = (from: string): string => `import { x } from '${from}'\nx()\n`

describe('the import table refuses', () => {
  it.each([
    ['shared/domain/money.ts', 'electron'],
    ['shared/domain/money.ts', 'node:fs'],
    ['shared/domain/money.ts', 'vue'],
    ['shared/domain/money.ts', '../../electron/venue/venue.ts'],
    ['shared/risk/account/margin-units.ts', '../../renderer/src/kit/format.ts'],
    ['shared/risk/account/margin-units.ts', 'decimal.js'],
    ['shared/domain/order.ts', '../risk/report.ts'],
    ['shared/domain/order.ts', '#shared/snapshot/snapshot.ts'],
    ['shared/risk/account/margin-units.ts', '../../desk/plan.ts'],
    ['shared/risk/account/margin-units.ts', '../../snapshot/snapshot.ts'],
    ['shared/desk/compile/close.ts', '../../ipc/contract.ts'],
    ['shared/events/watch.ts', '../risk/report.ts'],
    ['renderer/src/kit/Panel.vue', '../app/session.ts'],
    ['renderer/src/kit/chart/axis.ts', '../../risk/unit-label.ts'],
    ['renderer/src/kit/format.ts', '#shared/desk/plan.ts'],
    ['electron/venue/venue.ts', 'electron'],
    ['electron/venue/venue.ts', '../simulator/simulator.ts'],
    ['electron/venue/venue.ts', '../desk/desk.ts'],
    ['electron/venue/decode/orders.ts', '../../simulator/simulator.ts'],
    ['electron/venue/client/signed-client.ts', '../json/reader.ts'],
    ['electron/venue/probe/probe.ts', '../json/reader.ts'],
    ['electron/venue/decode/fields.ts', '../json/byte-decimal.ts'],
    ['electron/venue/json/reader.ts', '../../desk/desk.ts'],
    ['electron/simulator/exchange/exchange.ts', '../../venue/client/sign.ts'],
    ['electron/simulator/wire/server.ts', '../../venue/client/sign.ts'],
    ['electron/simulator/wire/server.ts', '#electron/venue/venue.ts'],
    ['electron/simulator/process.ts', './testing/test-simulator.ts'],
    ['electron/simulator/wire/server.ts', '../testing/faults.ts'],
    ['electron/simulator/process.ts', '../main/system-clock.ts'],
    ['electron/simulator/process.ts', '../preload/index.ts'],
    ['electron/portfolio/parts.ts', '../venue/limits/throttle.ts'],
    ['electron/portfolio/parts.ts', '../desk/desk.ts'],
    ['electron/desk/desk.ts', '../venue/http/transport.ts'],
    ['electron/desk/desk.ts', '../main/accounts/accounts.ts'],
    ['electron/desk/desk.ts', '../portfolio/portfolio.ts'],
    ['electron/desk/desk.ts', '../history/store.ts'],
    ['electron/events/watcher.ts', '../portfolio/portfolio.ts'],
    ['electron/events/watcher.ts', '../venue/http/transport.ts'],
    ['electron/desk/desk.ts', '../events/watcher.ts'],
    ['electron/desk/desk.ts', 'keytar'],
    ['electron/log/log.ts', '../main/desktop/boxes.ts'],
    ['electron/log/line.ts', '../vault/client.ts'],
    ['electron/history/store.ts', '../venue/venue.ts'],
    ['electron/history/store.ts', '../portfolio/parts.ts'],
    ['electron/sqlite/database.ts', '../history/store.ts'],
    ['electron/portfolio/parts.ts', '../sqlite/database.ts'],
    ['electron/vault/process.ts', 'keytar'],
    ['electron/vault/keychain.ts', '../desk/desk.ts'],
    ['electron/main/index.ts', 'keytar'],
    ['electron/main/index.ts', '../venue/limits/throttle.ts'],
    ['electron/main/desktop/icon.ts', '../../venue/limits/throttle.ts'],
    ['electron/main/index.ts', '../../renderer/src/app/session.ts'],
    ['electron/main/lifecycle/processes.ts', '../../simulator/testing/test-simulator.ts'],
    ['electron/preload/index.ts', '../main/authority/ipc.ts'],
    ['electron/preload/index.ts', 'node:fs'],
    ['renderer/src/app/session.ts', '../../electron/main/authority/ipc.ts'],
    ['renderer/src/app/session.ts', '#electron/venue/venue.ts'],
    ['renderer/src/app/session.ts', 'electron'],
    ['renderer/src/app/session.ts', 'node:fs'],
    ['renderer/src/app/stores/portfolio.ts', 'electron'],
    ['renderer/src/app/stores/portfolio.ts', '../session.ts'],
    ['renderer/src/app/stores/portfolio.ts', '../bridge.ts'],
    ['electron/venue/venue.ts', '#test/support/clock.ts'],
  ])('%s importing %s', (file, from) => {
    expect(complaints(file, importing(from))).toHaveLength(1)
  })
})

describe('the import table allows', () => {
  it.each([
    ['shared/domain/decimal.ts', 'decimal.js'],
    ['shared/desk/compile/close.ts', '../../risk/report.ts'],
    ['shared/snapshot/snapshot.ts', '../desk/report.ts'],
    ['renderer/src/kit/Panel.vue', './use-age-of.ts'],
    ['electron/main/window/window.ts', 'electron'],
    ['electron/main/accounts/session.ts', '../../venue/venue.ts'],
    ['electron/main/accounts/session.ts', '../desk/desk.ts'],
    ['electron/preload/index.ts', 'electron'],
    ['electron/portfolio/parts.ts', '#shared/domain/decimal.ts'],
    ['electron/portfolio/jobs.ts', '../venue/venue.ts'],
    ['electron/portfolio/jobs.ts', '../events/watcher.ts'],
    ['electron/events/events-file.ts', '../sqlite/open-file.ts'],
    ['electron/portfolio/market/market.ts', '../../history/store.ts'],
    ['electron/history/store.ts', '../sqlite/database.ts'],
    ['electron/desk/log/journal.ts', '../../sqlite/database.ts'],
    ['electron/desk/run/run.ts', '../../venue/port.ts'],
    ['electron/simulator/wire/request-handler.ts', '../exchange/market/market.ts'],
    ['electron/simulator/testing/control.ts', './faults.ts'],
    ['electron/venue/decode/fields.ts', '../json/reader.ts'],
    ['electron/venue/client/read-reply.ts', '../json/reader.ts'],
    ['electron/venue/json/reader.ts', './byte-decimal.ts'],
    ['electron/vault/keychain.ts', 'keytar'],
    ['renderer/src/app/session.ts', '#shared/ipc/contract.ts'],
    ['renderer/src/app/session.ts', './bridge.ts'],
  ])('%s importing %s', (file, from) => {
    expect(complaints(file, importing(from))).toEqual([])
  })
})

describe('the syntax table refuses', () => {
  it.each([
    ['electron/venue/limits/throttle.ts', 'Date.now()'],
    ['electron/desk/desk.ts', 'performance.now()'],
    ['electron/simulator/exchange/market/market.ts', 'Math.random()'],
    ['electron/simulator/wire/answer.ts', 'globalThis.setTimeout(() => {}, 1)'],
    ['renderer/src/app/session.ts', 'Date.now()'],
    ['renderer/src/kit/use-clock.ts', 'window.setInterval(() => {}, 1)'],
    ['renderer/src/kit/chart/chart.vue', 'performance.now()'],
    ['electron/portfolio/schedule.ts', 'setTimeout(() => {}, 1)'],
    ['electron/venue/decode/fields.ts', 'Number(text)'],
    ['shared/risk/account/margin-units.ts', 'parseFloat(text)'],
    ['shared/domain/order.ts', 'enum Side { Buy }'],
    ['electron/venue/probe/steps.ts', "failed('The account cannot be read.')"],
    ['electron/venue/probe/steps.ts', 'failed(`${area} cannot be read.`)'],
  ])('in %s: %s', (file, code) => {
    expect(complaints(file, code)).toHaveLength(1)
  })
})

describe('the syntax table allows', () => {
  it.each([
    ['electron/main/system-clock.ts', 'Date.now()'],
    ['electron/simulator/real-clock.ts', 'performance.now()'],
    ['renderer/src/app/main.ts', 'setInterval(() => {}, 1)'],
    ['renderer/src/kit/format.ts', 'Number(text)'],
  ])('in %s: %s', (file, code) => {
    expect(complaints(file, code)).toEqual([])
  })
})

describe('the table of expressions refuses those that take more than linear time', () => {
  it.each([
    ['shared/domain/decimal.ts', '/^(-?)0*(\\d*)\\.?0*$/'],
    ['electron/venue/client/classify-failure.ts', '/=+$/'],
    ['renderer/src/kit/format.ts', '/^(a+)+$/'],
  ])('in %s: %s', (file, expression) => {
    expect(complaints(file, `export const it = ${expression}`)).not.toEqual([])
  })
})
