/** What moves along the axis of a load line, as it is said in sentences. */
export interface MovedPrices {
  /** "all prices", "ETH alone", "BTC". */
  readonly name: string
  readonly isPlural: boolean
  /** What goes along with it: ", the rest by beta". */
  readonly along: string
  /** How a move of it is named: "common price move", "move of ETH alone". */
  readonly move: string
}

export const ALL_PRICES: MovedPrices = {
  name: 'all prices',
  isPlural: true,
  along: '',
  move: 'common price move',
}

/** One coin moves, and everything else stays. */
export function coinAlone(asset: string): MovedPrices {
  return { name: `${asset} alone`, isPlural: false, along: '', move: `move of ${asset} alone` }
}

/** The benchmark moves, and everything else by its beta to it. */
export function byBeta(benchmark: string): MovedPrices {
  return {
    name: benchmark,
    isPlural: false,
    along: ', the rest by beta',
    move: `move of ${benchmark}, the rest by beta,`,
  }
}

/** "all prices fall 12 %", "ETH alone rises 3 %", "BTC falls 5 %, the rest by beta"; `size` without a sign. */
export function moveSentence({ name, isPlural, along }: MovedPrices, isFall: boolean, size: string): string {
  const verb = isFall ? 'fall' : 'rise'
  return `${name} ${isPlural ? verb : `${verb}s`} ${size}${along}`
}

/** The same as a heading: "All prices −12 %". */
export function moveTitle({ name, along }: MovedPrices, shock: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} ${shock}${along}`
}
