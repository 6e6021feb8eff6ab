/** How numbers are written: the mark that groups their digits, and the mark before their decimals. */

/** The mark before the decimals of a number. */
export type DecimalMark = '.' | ','

interface Marks {
  /** Whose groups: thousands, or thousands and then hundreds of them (lakhs). */
  readonly locale: 'en' | 'en-IN'
  readonly group: string
  readonly decimal: DecimalMark
}

const MARKS = {
  commaPoint: { locale: 'en', group: ',', decimal: '.' },
  pointComma: { locale: 'en', group: '.', decimal: ',' },
  spaceComma: { locale: 'en', group: '\u202f', decimal: ',' },
  apostrophePoint: { locale: 'en', group: '’', decimal: '.' },
  lakhs: { locale: 'en-IN', group: ',', decimal: '.' },
} satisfies Readonly<Record<string, Marks>>

export type NumberFormat = keyof typeof MARKS

/** What a trader may choose; the first is the usual one, and that of both languages. */
export const NUMBER_FORMATS = Object.keys(MARKS) as [NumberFormat, ...NumberFormat[]]
export const USUAL_NUMBERS: NumberFormat = 'commaPoint'

export function decimalMarkOf(format: NumberFormat): DecimalMark {
  return MARKS[format].decimal
}

/** `Intl` writes no more decimals. */
const MOST_PLACES = 100

/** What writes decimal text, or a number with at most three decimals, in `format`. No digit of a text is lost. */
export function numberWriter(format: NumberFormat): (value: string | number) => string {
  const { locale, group, decimal }: Marks = MARKS[format]
  const ofNumbers = new Intl.NumberFormat(locale)
  /** By decimals: making one takes longer than all else here. */
  const ofPlaces = new Map<number, Intl.NumberFormat>()

  function ofText(text: string): string {
    const places = Math.min(text.split('.')[1]?.length ?? 0, MOST_PLACES)
    const known = ofPlaces.get(places)
    const fresh =
      known ?? new Intl.NumberFormat(locale, { minimumFractionDigits: places, maximumFractionDigits: places })
    ofPlaces.set(places, fresh)
    // The text goes in, not a float of it.
    return fresh.format(text as `${number}`)
  }

  return (value) => {
    const written = typeof value === 'number' ? ofNumbers.format(value) : ofText(value)
    if (format === USUAL_NUMBERS) return written
    return written.replaceAll(/[,.]/g, (mark) => (mark === ',' ? group : decimal))
  }
}

/**
 * What was typed in `format` as decimal text, and decimal text as it is typed: where decimals follow a comma, point and
 * comma change places. A point that was typed to group digits thus becomes a comma, which no amount may have: "1.500"
 * is refused, not taken for one and a half.
 */
export function inFormat(text: string, format: NumberFormat): string {
  if (decimalMarkOf(format) === '.') return text
  return text.replaceAll(/[,.]/g, (mark) => (mark === ',' ? '.' : ','))
}
