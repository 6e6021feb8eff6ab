/** What the palette finds of accounts: those kept on this computer, and what is set for the one in front. */
import { useRouter } from 'vue-router'
import { TRADING_MODES } from '#shared/desk/guard.ts'
import { WAY_NAMES } from '#shared/ipc/place.ts'
import type { AccountView } from '#shared/snapshot/snapshot.ts'
import { message } from '#shared/words/message.ts'
import { useSession } from '../app/session.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import { useBringToFront } from '../app/use-bring-to-front.ts'
import { useLeadTo } from '../app/use-lead-to.ts'
import { useShowInList } from '../app/use-show-in-list.ts'
import { usePlanSheet } from '../desk/use-plan-sheet.ts'
import { useFanOut } from '../fan-out/use-fan-out.ts'
import { keys } from '../kit/keys.ts'
import { t } from '../kit/say.ts'
import type { Command } from './commands.ts'

/** Ways to an account that is not here yet, and the controls they lead to. */
const DOORS = [
  { code: 'accounts.connect', control: '[aria-labelledby="door-venue"] :is(input, select, button)' },
  { code: 'accounts.demo', control: '[aria-labelledby="door-demo"] button' },
] as const

export function useAccountCommands() {
  const router = useRouter()
  const session = useSession()
  const portfolio = usePortfolioStore()
  const showInList = useShowInList()
  const sheet = usePlanSheet()
  const fanOut = useFanOut()
  const leadTo = useLeadTo()
  const bringToFront = useBringToFront()

  const isLive = (id: string): boolean => portfolio.live.some(({ account }) => account.id === id)
  const isInFront = (id: string): boolean => portfolio.account?.id === id
  const onRow = (id: string, action: string): string => `[data-account="${id}"] [data-action="${action}"]`

  /** What can be done with each account, and when. */
  const OF_EACH: readonly {
    readonly code: `palette.account.${'open' | 'flatten' | 'probe' | 'disconnect' | 'row'}`
    readonly isOffered?: (account: AccountView) => boolean
    readonly run: (account: AccountView) => ReturnType<Command['run']>
  }[] = [
    {
      code: 'palette.account.open',
      isOffered: ({ id }) => !isInFront(id),
      // A connected one is in front at once; on its row, another one shows how it is being opened.
      run: ({ id }) => (isLive(id) ? bringToFront(id) : leadTo('accounts', onRow(id, 'open'), true)),
    },
    {
      code: 'palette.account.flatten',
      isOffered: ({ id, isWatchOnly }) => isLive(id) && !isInFront(id) && !isWatchOnly,
      // It comes to the front, so that its run is in sight. A plan is of the account that the window shows.
      async run({ id }) {
        const why = await bringToFront(id)
        if (why === null) sheet.openFlatten()
        return why
      },
    },
    { code: 'palette.account.probe', run: ({ id }) => leadTo('accounts', onRow(id, 'probe'), true) },
    {
      code: 'palette.account.disconnect',
      isOffered: ({ id }) => isLive(id) || isInFront(id),
      run: ({ id }) => leadTo('accounts', onRow(id, 'disconnect')),
    },
    {
      code: 'palette.account.row',
      run({ id }) {
        void showInList({ kind: 'row', list: 'accounts', key: id })
      },
    },
  ]

  const ofEach = (accounts: readonly AccountView[]): readonly Command[] =>
    accounts.flatMap((account) =>
      OF_EACH.filter(({ isOffered }) => isOffered?.(account) ?? true).map(({ code, run }) => ({
        group: 'account',
        name: t(code, { name: account.name, tail: account.keyTail }),
        run: () => run(account),
      })),
    )

  /** What is set or tried for the account in front. */
  function ofFront(): readonly Command[] {
    const account = portfolio.account
    if (account === null || account.isWatchOnly) return []
    const one = (name: string, run: Command['run'], key?: string): Command => ({ group: 'account', name, key, run })
    // Until the key has passed its check, main sends only exits, in every mode.
    const isProved = account.kind !== 'venue' || account.probedAt !== null
    return [
      ...(isProved ? TRADING_MODES : []).map((mode) =>
        one(t('palette.look', { look: message('accounts.mode'), choice: message(`desk.mode.${mode}`) }), () => {
          void router.push({ name: 'accounts' })
          return session.setMode(mode)
        }),
      ),
      one(t('accounts.drill.run'), () => leadTo('accounts', '[data-action="drill"]', true), keys.value.drill),
      ...(account.kind === 'venue'
        ? [one(t('accounts.reading'), () => leadTo('accounts', '[aria-labelledby="reading-key"] button'))]
        : []),
    ]
  }

  /** Actions on all connected accounts, if there are several, whichever is in front. */
  const ofAll = (): readonly Command[] =>
    portfolio.live.length < 2
      ? []
      : WAY_NAMES.map((way) => ({
          group: 'wayOut',
          name: t(`fanOut.open.${way}`),
          run: () => fanOut.open(way),
        }))

  const doors = (): readonly Command[] =>
    DOORS.map(({ code, control }) => ({
      group: 'account',
      name: t(code),
      run: () => leadTo('accounts', control),
    }))

  return (stored: readonly AccountView[]): readonly Command[] => [
    ...ofAll(),
    ...ofEach(stored),
    ...ofFront(),
    ...doors(),
  ]
}
