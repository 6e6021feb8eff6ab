/** What instruments are called on the screen. The venue's own identifier stays what is sent, and what hover shows. */
import type { Encoded } from '#shared/domain/decimal.ts'
import { instrumentKey, type Area, type Instrument } from '#shared/domain/instrument.ts'

/** "BTC/USDT" for a pair, the venue's name for a contract. */
export function instrumentTitle(instrument: Encoded<Instrument>): string {
  return instrument.area === 'spot' ? `${instrument.baseAsset}/${instrument.quoteAsset}` : instrument.name
}

/** The title of an instrument by the venue's identifier; the identifier itself while the instrument is not known. */
export type TitleOf = (area: Area, identifier: string) => string

export const asIdentified: TitleOf = (_, identifier) => identifier

export function titlesOf(instruments: readonly Encoded<Instrument>[]): TitleOf {
  // Contracts go by their identifier anyway.
  const pairs = new Map(
    instruments.flatMap((each) =>
      each.area === 'spot' ? [[instrumentKey('spot', each.symbol), instrumentTitle(each)] as const] : [],
    ),
  )
  return (area, identifier) => pairs.get(instrumentKey(area, identifier)) ?? identifier
}
