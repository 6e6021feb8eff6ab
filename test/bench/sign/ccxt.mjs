// ccxt's signer for venues of this family. The package is installed for the benchmarks only, so this file has no types.
import ccxt from 'ccxt'

export default (apiKey, secret) => new ccxt.bitrue({ apiKey, secret })
