/** The commands available now: made when the palette opens, so that nothing moves while the trader reads. */
import { useSession } from '../app/session.ts'
import { usePortfolioStore } from '../app/stores/portfolio.ts'
import type { Command } from './commands.ts'
import { useAccountCommands } from './use-account-commands.ts'
import { useTradeCommands } from './use-trade-commands.ts'
import { useWindowCommands } from './use-window-commands.ts'

/** `help`: opens the keyboard sheet. */
export function useCommands(help: () => void): () => Promise<readonly Command[]> {
  const session = useSession()
  const portfolio = usePortfolioStore()
  const trade = useTradeCommands()
  const ofAccounts = useAccountCommands()
  const { places, oneClick, settings } = useWindowCommands(help)

  /** Without an account only the accounts screen is of use. */
  return async () => {
    const listed = await session.accounts.listAccounts().catch(() => null)
    const accounts = ofAccounts(listed?.ok ? listed.value : [])
    if (portfolio.account === null) return [...accounts, ...settings()]
    const { isWatchOnly } = portfolio.account
    return [...[...trade(isWatchOnly), ...accounts, ...places()], ...(isWatchOnly ? [] : [oneClick()]), ...settings()]
  }
}
