import { account } from './account.ts'
import { check } from './check.ts'
import { common } from './common.ts'
import { desktop } from './desktop.ts'
import { drill } from './drill.ts'
import { expected } from './expected.ts'
import { failure } from './failure.ts'
import { figure } from './figure.ts'
import { intent } from './intent.ts'
import { leg } from './leg.ts'
import { lock } from './lock.ts'
import { main } from './main.ts'
import { plan } from './plan.ts'
import { probe } from './probe.ts'
import { profile } from './profile.ts'
import { preset } from './preset.ts'
import { storage } from './storage.ts'
import { accounts } from './window/accounts.ts'
import { app } from './window/app.ts'
import { correlation } from './window/correlation.ts'
import { desk } from './window/desk.ts'
import { fanOut } from './window/fan-out.ts'
import { funding } from './window/funding.ts'
import { how } from './window/how.ts'
import { journal } from './window/journal.ts'
import { kit } from './window/kit.ts'
import { liquidity } from './window/liquidity.ts'
import { loadLine } from './window/load-line.ts'
import { orders } from './window/orders.ts'
import { overview } from './window/overview.ts'
import { positions } from './window/positions.ts'
import { risk } from './window/risk.ts'
import { stress } from './window/stress.ts'
import { strip } from './window/strip.ts'
import { valueAtRisk } from './window/var.ts'

/** Every sentence in English. Its keys are the codes there are, and its blanks the facts each needs. */
export const en = {
  ...account,
  ...check,
  ...common,
  ...desktop,
  ...drill,
  ...expected,
  ...failure,
  ...figure,
  ...intent,
  ...leg,
  ...lock,
  ...main,
  ...plan,
  ...probe,
  ...profile,
  ...preset,
  ...storage,
  ...accounts,
  ...app,
  ...correlation,
  ...desk,
  ...fanOut,
  ...funding,
  ...how,
  ...journal,
  ...kit,
  ...liquidity,
  ...loadLine,
  ...orders,
  ...overview,
  ...positions,
  ...risk,
  ...stress,
  ...strip,
  ...valueAtRisk,
} as const
