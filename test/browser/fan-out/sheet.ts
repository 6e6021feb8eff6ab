/** The sheet for several accounts, over a main that the test controls. */
import type { Component } from 'vue'
import type { IntentReport } from '#shared/desk/report.ts'
import type { Encoded } from '#shared/domain/decimal.ts'
import { encode } from '#shared/domain/decimal.ts'
import { ok } from '#shared/domain/result.ts'
import type { Message } from '#shared/domain/message.ts'
import { wayOut, type WayOutName } from '#shared/ipc/place.ts'
import type { CommandArgs, CommandResult } from '#shared/ipc/contract.ts'
import { fiveFacts } from '#shared/snapshot/facts.ts'
import type { AccountView, Snapshot } from '#shared/snapshot/snapshot.ts'
import { verbatim } from '#shared/words/message.ts'
import { flattenPlan } from '#test/support/fixture/plan.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import FanOutSheet from '../../../renderer/src/fan-out/FanOutSheet.vue'
import { useFanOut } from '../../../renderer/src/fan-out/use-fan-out.ts'
import { openWindow, painted, type BenchOptions } from '../support/window.ts'

const FRONT = fixtureSnapshot()

export type Preview = CommandResult<'previewWay'>

/** So many accounts: the fixture's, then `Berth 2` and so on. Each is at a host of its own, unless told otherwise. */
export function accounts(count: number, over: (nth: number) => Partial<AccountView> = () => ({})): AccountView[] {
  return Array.from({ length: count }, (_, nth) => ({
    ...FRONT.account!,
    ...(nth > 0 && {
      id: `3b6b7c1e-5a55-4f2c-9b63-0f4f3d0c7a${String(10 + nth)}`,
      name: `Berth ${String(nth + 1)}`,
      keyTail: `00${String(10 + nth)}`,
      spotBaseUrl: `https://spot${String(nth)}.example`,
      contractBaseUrl: `https://contract${String(nth)}.example`,
    }),
    ...over(nth),
  }))
}

export function liveWith(all: readonly AccountView[]): Snapshot {
  return { ...FRONT, live: all.map((account) => ({ account, ...fiveFacts({ ...FRONT, account })! })) }
}

export const planned = (planId: string, way: WayOutName = 'flatten', cancels = 22): Preview =>
  ok({ kind: 'plan', planId, plan: encode(flattenPlan(cancels, wayOut(way, 'keep'))) })

/** The id of the nth plan of an account, from 0. */
export const idOf = ({ name }: AccountView, nth = 0): string => `plan ${String(nth)} of ${name}`

export const denied = (why: string): Preview =>
  ok({ kind: 'denied', denial: { code: 'READ_FAILED', message: verbatim(why) } })

interface Options extends Pick<BenchOptions, 'accounts' | 'settings'> {
  readonly way?: WayOutName
  /** By default the sheet alone; the whole window takes longer. */
  readonly view?: Component
  /** Main's answer for the plan of an account; by default a plan with the account's id and a number. */
  readonly plan?: (account: AccountView, nth: number) => Preview | Promise<Preview>
  /** Why main refuses a plan; by default it refuses none. */
  readonly refuse?: (planId: string) => Message | null
  /** Main answers a submit when this resolves, and not at all if it rejects. */
  readonly answers?: () => Promise<unknown>
}

/** The sheet over the whole window. `reports` are main's reports, to be set by the test. */
export async function openFanOut(all: readonly AccountView[], options: Options = {}) {
  const { way = 'flatten', refuse = () => null, answers = async () => undefined } = options
  const previewed: CommandArgs<'previewWay'>[] = []
  const submitted: (readonly string[])[] = []
  const reports = new Map<string, Encoded<IntentReport>>()
  const owners = new Map<string, AccountView>()
  const counts = new Map<string, number>()
  let isSilent = false
  const view = await openWindow(options.view ?? FanOutSheet, liveWith(all), {
    ...(options.settings && { settings: options.settings }),
    accounts: { listAccounts: async () => ok(all), ...options.accounts },
    fanOut: {
      async previewWay(asked) {
        previewed.push(asked)
        const account = all.find(({ id }) => id === asked.accountId)!
        const nth = counts.get(account.id) ?? 0
        counts.set(account.id, nth + 1)
        const answer = await (options.plan?.(account, nth) ?? planned(idOf(account, nth), asked.way))
        if (answer.ok && answer.value.kind === 'plan') owners.set(answer.value.planId, account)
        return answer
      },
      async submitWays({ planIds }) {
        submitted.push(planIds)
        await answers()
        return ok(planIds.map((planId) => ({ planId, refused: refuse(planId) })))
      },
      async getIntents({ intentIds }) {
        if (isSilent) throw new Error('main is silent')
        const known = intentIds.filter((id) => reports.has(id))
        return ok(known.map((id) => ({ accountId: owners.get(id)?.id ?? '', report: reports.get(id)! })))
      },
    },
  })
  useFanOut().open(way)
  await painted()
  const dialog = (): HTMLElement => {
    const found = document.querySelector<HTMLElement>('[role=dialog]')
    if (found === null) throw new Error('expected the sheet to be open')
    return found
  }
  const inDialog = (selector: string): HTMLElement => {
    const found = dialog().querySelector<HTMLElement>(selector)
    if (found === null) throw new Error(`expected ${selector} in the sheet`)
    return found
  }
  return {
    ...view,
    ...{ previewed, submitted, reports, dialog, inDialog },
    /** From now on main reports nothing. */
    silence: () => void (isSilent = true),
    run: () => inDialog('[data-hold]') as HTMLButtonElement,
    row: (account: AccountView) => inDialog(`[data-account="${account.id}"]`),
    tick: (account: AccountView) => inDialog(`[data-account="${account.id}"] input`) as HTMLInputElement,
    text: () => dialog().textContent.replaceAll(/\s+/g, ' '),
  }
}
