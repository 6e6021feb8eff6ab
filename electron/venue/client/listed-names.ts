/** Maps contract names to the spelling of the contract list. */
import { positionKey, type Position } from '#shared/domain/account.ts'
import { listedName, type Contract } from '#shared/domain/instrument.ts'
import type { EndpointName, Reply } from '../endpoints/calls.ts'

/**
 * Positions may spell a contract in another case or with other separators than the contract list. Every call uses the
 * list's spelling, so positions are renamed to it. A name that is not in the newest list stays as it is.
 */
export class ListedNames {
  #contracts: readonly Contract[] = []

  /** The reply, with contracts named as in the list. */
  apply<E extends EndpointName>(endpoint: E, reply: Reply<E>): Reply<E> {
    if (endpoint === 'contract.contracts') this.#contracts = reply as Reply<'contract.contracts'>
    if (endpoint !== 'contract.account') return reply
    const { positions, ...account } = reply as Reply<'contract.account'>
    return { ...account, positions: positions.map((position) => this.#named(position)) }
  }

  #named(position: Position): Position {
    const contract = listedName('contract', position.contract, this.#contracts)
    if (contract === position.contract) return position
    return { ...position, contract, key: positionKey(contract, position.marginMode, position.side) }
  }
}
