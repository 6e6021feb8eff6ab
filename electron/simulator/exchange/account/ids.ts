import type { Random } from '../market/random.ts'

/** Ids like the venue's: 64-bit, far above 2^53, growing by uneven steps. Digits as text. */
export function idSequence(start: bigint, random: Random): () => string {
  let last = start
  return () => {
    last += BigInt(1 + Math.floor(random.next() * 997))
    return last.toString()
  }
}
