/** The accounts screen in real Chromium, with a main that the test controls. */
import { message, verbatim } from '#shared/words/message.ts'
import { onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { localFailure, type Failure, type FailureKind } from '#shared/domain/failure.ts'
import type { ProbeReport, ProbeStep } from '#shared/domain/probe.ts'
import { err, ok } from '#shared/domain/result.ts'
import type { AccountView } from '#shared/snapshot/snapshot.ts'
import type { PresetView } from '#shared/domain/venue-preset.ts'
import type { AccountAdded, VenueProfileView } from '#shared/ipc/contract.ts'
import type { Session } from '../../../renderer/src/app/session.ts'
import AccountsView from '../../../renderer/src/accounts/AccountsView.vue'
import { show, type Shown } from '../kit/chart/window.ts'

export const MAIN: AccountView = {
  id: '7d3f3c52-8d9e-4a5b-8f37-2f6f0c1f9a10',
  name: 'Main',
  kind: 'venue',
  spotBaseUrl: 'https://spot.example',
  contractBaseUrl: 'https://contract.example',
  keyTail: '7F2a',
  preset: null,
  probedAt: Date.UTC(2026, 10, 20, 12),
  isWatchOnly: false,
  colour: null,
}
const PASSED: Readonly<Record<ProbeStep['id'], string>> = {
  spotClock: 'Answers in 38 ms. Its clock is 12 ms ahead of this computer’s, ±19 ms.',
  contractClock: 'Answers in 41 ms. Its clock is 9 ms ahead of this computer’s, ±21 ms.',
  pairs: '412 pairs, 398 of them open for trading.',
  contracts: '187 contracts, 185 of them open for trading.',
  signature: 'The venue accepts the signature; GET requests are signed with their query.',
  spotAccount: '6 balances.',
  contractAccount: '2 margin accounts, 4 positions.',
  rights: 'The venue says that trading on Spot is allowed.',
  openOrders: 'One call lists all open Contract orders.',
  candles: 'One-minute candles of BTC-USDT up to 14:03.',
  books: 'The Spot book of BTCUSDT came with 100 levels; Plimsoll requested 100.',
  unknownInstrument: 'Spot refuses the name of an instrument it does not list.',
  unknownOrder: 'Spot says so when there is no order of an id.',
  closedContracts: 'The venue lists no closed contract.',
  marks: 'The marks of 6 contracts agree with their books and indexes.',
  testOrder: 'A test order for BTC-USDT was accepted. Nothing was traded.',
  times: 'The times of Spot candles, trades agree with the venue’s clock.',
  calls: '25 calls are answered.',
}

type StepOutcome = Omit<ProbeStep, 'facts'>

/** A report in which every step passed, except for the given steps. */
export function report(verdict: ProbeReport['verdict'], change: Partial<Record<ProbeStep['id'], StepOutcome>> = {}) {
  const steps = (Object.keys(PASSED) as ProbeStep['id'][]).map((id): ProbeStep => ({
    facts: [],
    ...(change[id] ?? { id, outcome: 'passed', found: [verbatim(PASSED[id])] }),
  }))
  return { verdict, steps } satisfies ProbeReport
}

const NO_KEY = 'Not tried, because the venue did not accept the key.'
export const ISSUE_TEXT = '## Plimsoll venue report\n\n- verdict: healthy\n'
export const HEALTHY: AccountAdded = { account: MAIN, report: report('healthy'), issueText: ISSUE_TEXT }
export const LIMITED: AccountAdded = {
  account: MAIN,
  issueText: ISSUE_TEXT,
  report: report('limited', {
    spotClock: {
      id: 'spotClock',
      outcome: 'warned',
      found: [
        verbatim(
          'Its clock is 1.4 s ahead of this computer’s, ±19 ms. Plimsoll corrects for it; setting this computer’s clock right is better.',
        ),
      ],
    },
    testOrder: {
      id: 'testOrder',
      outcome: 'failed',
      found: [
        verbatim(
          'The venue refused a test order: the key may not trade. Allow trading for it at the venue, or use Plimsoll to watch only. The venue says: -2015 Invalid API-key, IP, or permissions for action.',
        ),
      ],
    },
  }),
}
export const REFUSED: AccountAdded = {
  account: null,
  issueText: ISSUE_TEXT,
  report: report('refused', {
    signature: {
      id: 'signature',
      outcome: 'failed',
      found: [
        verbatim(
          'The venue does not accept the signature (-1022), with or without the query. Check that key and secret belong together and paste both again.',
        ),
      ],
    },
    spotAccount: { id: 'spotAccount', outcome: 'skipped', found: [verbatim(NO_KEY)] },
    contractAccount: { id: 'contractAccount', outcome: 'skipped', found: [verbatim(NO_KEY)] },
    testOrder: { id: 'testOrder', outcome: 'skipped', found: [verbatim(NO_KEY)] },
  }),
}

export const PROFILE: VenueProfileView = {
  name: 'Harbour',
  spotBaseUrl: 'https://spot.harbour.example',
  contractBaseUrl: 'https://contract.harbour.example',
  differences: [
    message('dialect.queryNotSigned'),
    message('dialect.path', { call: 'contract.ping', path: '/public/ping' }),
    message('dialect.upperCase'),
  ],
}

/** Venues that can be picked by name. */
export const VENUES: readonly PresetView[] = [
  {
    id: 'harbour',
    name: 'Harbour',
    version: 2,
    covers: 'both',
    spotBaseUrl: 'https://openapi.harbour.example',
    contractBaseUrl: 'https://futuresopenapi.harbour.example',
    evidence: { date: '2026-09-22', kind: 'probedByOthers', sources: ['docs.harbour.example'] },
    quirks: [verbatim('A contract that is closed still answers with a book.')],
    differences: [message('dialect.upperCase')],
  },
  {
    id: 'lagoon',
    name: 'Lagoon',
    version: 1,
    covers: 'contract',
    spotBaseUrl: null,
    contractBaseUrl: 'https://fapi.lagoon.example',
    evidence: { date: '2024-11-07', kind: 'documented', sources: ['docs.lagoon.example'] },
    quirks: [],
    differences: [],
  },
  {
    id: 'strand',
    name: 'Strand',
    version: 1,
    covers: 'spot',
    spotBaseUrl: 'https://openapi.strand.example',
    contractBaseUrl: null,
    evidence: { date: '2026-03-18', kind: 'documented', sources: ['docs.strand.example'] },
    quirks: [],
    differences: [],
  },
]

/** Shows the screen until the test ends. Every answer of main can be replaced. */
export function openAccounts(
  answers: Partial<Session['accounts']> = {},
  locks: Partial<Session['locking']> = {},
): Shown {
  const accounts: Session['accounts'] = {
    listVenues: () => Promise.resolve(ok([])),
    getDataFolder: () => Promise.resolve(ok('/home/trader/.config/Plimsoll')),
    openDataFolder: () => Promise.resolve(ok(null)),
    startDemo: () => Promise.resolve(ok({ ...MAIN, kind: 'demo' as const })),
    listAccounts: () => Promise.resolve(ok([])),
    addAccount: () => Promise.resolve(ok(HEALTHY)),
    readProfile: () => Promise.resolve(ok(PROFILE)),
    changeAccount: () => Promise.resolve(ok(MAIN)),
    exportProfile: () => Promise.resolve(ok('{}')),
    openAccount: () => Promise.resolve(ok(MAIN)),
    probeAccount: () => Promise.resolve(ok(HEALTHY)),
    disconnectAccount: () => Promise.resolve(ok(null)),
    forgetAccount: () => Promise.resolve(ok(null)),
    addReadingKey: () => Promise.resolve(ok(HEALTHY)),
    removeReadingKey: () => Promise.resolve(ok(null)),
    cancelProbe: () => Promise.resolve(ok(null)),
    ...answers,
  }
  const refuse = () => Promise.resolve(err(localFailure('notSupported', 'account', verbatim('not in this test'))))
  const locking: Session['locking'] = {
    getLock: () => Promise.resolve(ok({ isLocked: false, settings: null, waysOut: true, fault: null })),
    ...{ lock: refuse, unlock: refuse, changeLock: refuse, openWayOut: refuse },
    ...locks,
  }
  const session: Session = {
    accounts,
    locking,
    panels: { openPanel: refuse, showPlace: refuse },
    menu: { runMenuItem: refuse },
    fanOut: { previewWay: refuse, submitWays: refuse, getIntents: refuse },
    scenarios: { listScenarios: () => Promise.resolve(ok([])), saveScenario: refuse, forgetScenario: refuse },
    start: () => Promise.resolve(),
    stop: () => {},
    submit: () => Promise.resolve(null),
    setArmed: () => Promise.resolve(),
    preview: () => Promise.resolve({ kind: 'failed', message: verbatim('not in this test') }),
    rescue: () => Promise.resolve({ kind: 'failed', message: verbatim('not in this test') }),
    drill: () => Promise.resolve(),
    saveText: () => Promise.resolve(null),
    setMode: () => Promise.resolve(null),
    setLimits: () => Promise.resolve(null),
    setSpotPolicy: () => Promise.resolve(null),
    markSeen: () => Promise.resolve(null),
    markEventSeen: () => Promise.resolve(null),
    changeSettings: () => Promise.resolve(),
    onPlace: () => () => {},
  }
  const shown = show(AccountsView, { session, size: ['1104px', '760px'] })
  void shown.router.replace({ name: 'accounts' })
  onTestFinished(shown.close)
  return shown
}

export const failing = (kind: FailureKind, message: string, venue: Failure['venue'] = null) =>
  err<Failure>({ ...localFailure(kind, 'spot.account', verbatim(message)), venue })

export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const field = (label: string) => page.getByLabelText(label, { exact: true })
export const valueOf = (label: string): string => (field(label).element() as HTMLInputElement).value
export const alertText = (): string => page.getByRole('alert').query()?.textContent ?? ''

export async function fillForm(change: Partial<Record<string, string>> = {}): Promise<void> {
  const values: Record<string, string | undefined> = {
    Name: 'Main',
    'Spot base URL': 'https://spot.example',
    'Contract base URL': 'https://contract.example',
    'API key': 'key-7F2a',
    ...change,
  }
  for (const [label, value] of Object.entries(values)) if (value) await field(label).fill(value)
}
