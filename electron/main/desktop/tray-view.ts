/** What the tray shows: the severity, the five facts in words, and the ways out. Pure. */
import type { MenuItemConstructorOptions } from 'electron'
import type { Message } from '#shared/domain/message.ts'
import { moreSevere, type Severity } from '#shared/risk/severity.ts'
import { FACTS, factLine, fiveFacts } from '#shared/snapshot/facts.ts'
import type { LiveAccount, Snapshot } from '#shared/snapshot/snapshot.ts'
import { message } from '#shared/words/message.ts'
import type { AppLock } from '../lock/app-lock.ts'
import { accountItems, type MenuActions } from './menu.ts'

export interface TrayNeeds extends Pick<MenuActions, 'show'> {
  readonly lock: Pick<AppLock, 'isLocked' | 'waysOut'>
  readonly say: (message: Message) => string
  readonly quit: () => void
}

export interface TrayOf {
  /** The account in front. */
  readonly snapshot: Snapshot
  /** The other live accounts. */
  readonly others: readonly Snapshot[]
  /** An event has not been seen yet. */
  readonly isAlarmed: boolean
}

/**
 * As severe as the worst account. For accounts in the background it shows how safe they are, and whether that is
 * current.
 */
export function trayView({ snapshot, others, isAlarmed }: TrayOf, needs: TrayNeeds) {
  const { say, show, quit, lock } = needs
  const isLocked = lock.isLocked()
  const facts = fiveFacts(snapshot)
  const behind = others.map((other) => ({ ...fiveFacts(other), name: other.account?.name ?? '' }))
  const worst = behind.reduce(
    (severity, other) => moreSevere(severity, other.severity ?? 'neutral'),
    facts?.severity ?? 'neutral',
  )
  const severity = isAlarmed ? 'red' : worst
  const noneInFront = behind.length > 0 ? [] : [message('desktop.tray.noAccount')]
  const names = snapshot.account === null ? behind.map(({ name }) => name) : [snapshot.account.name]
  const lines = isLocked ? [] : [...(facts === null ? noneInFront : factLines(facts)), ...behind.flatMap(behindLines)]
  const factItems = lines.map((line, index) => ({ id: `fact.${String(index)}`, label: say(line), enabled: false }))
  const tip = [
    say(tipOf(names, severity, isLocked)),
    ...(names.length === 0 ? [] : factItems.map(({ label }) => label)),
  ].join('\n')
  const menu: MenuItemConstructorOptions[] = [
    ...(isLocked ? [{ label: say(message('lock.title')), enabled: false }] : factItems),
    { type: 'separator' },
    { id: 'show', label: say(message('desktop.tray.show')), click: () => show() },
    ...Object.values(accountItems({ say, show, waysOut: lock.waysOut() })),
    { type: 'separator' },
    { id: 'quit', label: say(message('desktop.role.quit')), click: quit },
  ]
  // The text tells whether the tip and the menu have to be shown anew.
  return { severity, tip, menu, text: JSON.stringify([tip, menu]) }
}

function factLines({ facts }: NonNullable<ReturnType<typeof fiveFacts>>): readonly Message[] {
  return FACTS.map((name) => factLine(facts[name]))
}

function behindLines({
  name,
  facts,
}: {
  readonly name: string
  readonly facts?: LiveAccount['facts']
}): readonly Message[] {
  if (facts === undefined) return []
  return [facts.safe, facts.true].map(factLine).map((what) => message('desktop.alarm.of', { name, what }))
}

function tipOf(names: readonly string[], severity: Severity, isLocked: boolean): Message {
  if (isLocked) return message('lock.title')
  if (names.length === 0) return message('desktop.tray.tipNone')
  return message('desktop.tray.tip', { account: names.join(', '), severity: message(`desktop.severity.${severity}`) })
}
