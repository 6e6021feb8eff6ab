// ccxt's signer for venues of this family. The package belongs to the bench alone, so this file has no types.
import ccxt from 'ccxt'

export default (apiKey, secret) => new ccxt.bitrue({ apiKey, secret })
