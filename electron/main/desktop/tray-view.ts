/** What the tray shows of the account: how bad it is, the five facts in words, and the ways out. Pure. */
import type { MenuItemConstructorOptions } from 'electron'
import type { Message } from '#shared/domain/message.ts'
import type { Severity } from '#shared/risk/severity.ts'
import { FACTS, fiveFacts } from '#shared/snapshot/facts.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { message } from '#shared/words/message.ts'
import { accountItems, type MenuActions } from './menu.ts'

export interface TrayNeeds extends Pick<MenuActions, 'show'> {
  readonly say: (message: Message) => string
  readonly quit: () => void
}

interface TrayView {
  readonly severity: Severity
  readonly tip: string
  readonly menu: MenuItemConstructorOptions[]
}

/** What the tray shows of `snapshot`. `isAlarmed`: an event has not been seen yet. */
export function trayView(snapshot: Snapshot, isAlarmed: boolean, needs: TrayNeeds): TrayView {
  const { say, show, quit } = needs
  const facts = fiveFacts(snapshot)
  const severity = isAlarmed ? 'red' : (facts?.severity ?? 'neutral')
  const tip =
    snapshot.account === null
      ? message('desktop.tray.tipNone')
      : message('desktop.tray.tip', {
          account: snapshot.account.name,
          severity: message(`desktop.severity.${severity}`),
        })
  const lines = facts === null ? [message('desktop.tray.noAccount')] : FACTS.map((name) => facts.says[name])
  const said = lines.map((line, index) => ({ id: `fact.${String(index)}`, label: say(line), enabled: false }))
  return {
    severity,
    tip: [say(tip), ...(facts === null ? [] : said.map(({ label }) => label))].join('\n'),
    menu: [
      ...said,
      { type: 'separator' },
      { id: 'show', label: say(message('desktop.tray.show')), click: () => show() },
      ...accountItems({ say, show, hasAccount: snapshot.account !== null }),
      { type: 'separator' },
      { id: 'quit', label: say(message('desktop.role.quit')), click: quit },
    ],
  }
}
