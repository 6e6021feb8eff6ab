/** What is said of a venue that can be picked by its name. A preset names its quirks by the last part of their codes. */
export const preset = {
  'preset.covers.both': 'Spot and Contract',
  'preset.covers.spot': 'Spot only',
  'preset.covers.contract': 'Contract only',
  'preset.notVerified': 'Not verified by us',
  'preset.kind.documented': 'documented',
  'preset.kind.probedByOthers': 'checked by others',
  'preset.evidence': '{kind}, {date}',

  'preset.quirk.bitrue.soldAtMarket':
    'No Spot order cancels its own unfilled rest (immediate or cancel): Plimsoll sells there at market.',
  'preset.quirk.bitrue.ownLeverage':
    'Each order for a contract must carry the leverage that is set for it: Plimsoll sends the leverage of the position.',
  'preset.quirk.bitrue.noTriggers':
    'It takes no conditional orders, no test orders and no batch cancels, and lists neither past orders nor closed positions.',
  'preset.quirk.bitrue.listedOneByOne': 'Open orders are listed one instrument at a time.',
  'preset.quirk.bitrue.shares':
    'Of 764 contracts on USDT and USDC, 176 are on stocks and commodities: their index stands still while that market is closed.',
  'preset.quirk.bittime.privateUnseen':
    'Private calls for contracts were not seen: Plimsoll assumes they match those of Bitrue, as the public ones do.',
  'preset.quirk.bittime.markIsLast':
    'The mark price is the venue’s own last price: one odd trade moves margin rates and liquidations.',
  'preset.quirk.bittime.thinnerBook':
    'The venue’s own site shows another, thinner book of contracts than this interface: a close may cost more than the book says.',
  'preset.quirk.bittime.oneRefusal':
    'The venue gives the same refusal for a wrong secret, a wrong time and an address that is not on the key’s list.',
  'preset.quirk.bittime.candlesUnknown': 'Whether Spot has candles is not known.',
  'preset.quirk.coinchief.alsoOmnix': 'The venue is also called OmniX.',
  'preset.quirk.coinchief.indexStill':
    'The index stood still on 26 of 39 contracts in September 2026, 4 to 68 % away from the book: margin rates and liquidation prices may be far off.',
  'preset.quirk.coinchief.emptyBook': 'An unknown contract may answer with an empty book.',
  'preset.quirk.coinchief.privateUnseen': 'Private calls were not seen: Plimsoll assumes the usual ones.',
  'preset.quirk.darkex.otherInterface':
    'The venue also documents another interface, at trade-api.darkex.live; a key made for that one is refused here.',
  'preset.quirk.darkex.longNames': 'Contracts have names like USDT1791-BTC-USDT.',
  'preset.quirk.darkex.documentUnseen':
    'The document of the contract calls was not seen: Plimsoll assumes the usual ones.',
  'preset.quirk.fameex.noSpot':
    'Spot is left out: its account call answers only for the coins it names, at most 20, and would miss any other coin. A venue profile can name yours.',
  'preset.quirk.fameex.closedBook':
    'A contract that is closed still answers with a book of old orders; 33 of 246 were closed in September 2026.',
  'preset.quirk.fameex.sizeNotStated':
    'The size in coins of six contracts on stocks and new coins is unknown: their multiplier is given in USDT.',
  'preset.quirk.fameex.noLimits': 'No rate limits are published for contracts: Plimsoll keeps to the usual ones.',
  'preset.quirk.fameex.noCandles': 'Contract candles came back empty in the one call that was seen.',
  'preset.quirk.fameex.noClosedProfit': 'The document names no call for closed profit.',
  'preset.quirk.koinbay.manyClosed':
    'About a quarter of the contracts are closed for trading; a closed one still shows old prices.',
  'preset.quirk.koinbay.lateCancels': 'Cancels take effect late: an order can be listed as pending cancel for a while.',
  'preset.quirk.koinbay.candleWord':
    'The document and live calls disagree on the word for an hour of contract candles; Plimsoll requests both.',
  'preset.quirk.odyssey.old': 'What is known of this venue is two years old.',
  'preset.quirk.odyssey.sizeIsValue':
    'The size of a market order that opens a contract position is its value, so such orders are not sent.',
  'preset.quirk.xme.wasVoox': 'The venue was called VOOX before.',
  'preset.quirk.xme.closedBook':
    'A contract that is closed answers with a full book of old orders, an old mark and no error; 77 of 343 were closed in September 2026.',
  'preset.quirk.xme.thirtyLevels': 'The book has 30 levels on each side.',
  'preset.quirk.xme.nothingPublished':
    'Nothing is published about keys, orders and limits: Plimsoll assumes the usual ones.',
  'preset.quirk.xme.chineseRefusals': 'Refusals come as HTTP 200 with a Chinese text.',
  'preset.quirk.zke.twoKeys': 'Spot and contracts may need separate keys; one account here has one key.',
  'preset.quirk.zke.sizesAreContracts':
    'Orders carry futures-version 101 and orderUnit 2, which say that sizes are contracts.',
  'preset.quirk.zke.versionTwo':
    'The help pages show Spot version 1, the venue’s newer client version 2: Plimsoll uses version 2.',
  'preset.moved': '{area} is at {address}.',
  'preset.notCovered': '{area} is no longer covered.',
  'preset.noLonger': 'No longer: {difference}',
} as const
