/**
 * A standard normal draw determined by the name and the time: reproducible, and unrelated between two names or times. Box
 * & Muller 1958 over two hashes; within +-6.7.
 */
export function noiseOf(name: string, time: number): number {
  const radius = Math.sqrt(-2 * Math.log(uniform(`${name} ${time} radius`)))
  return radius * Math.cos(2 * Math.PI * uniform(`${name} ${time} angle`))
}

/** In (0, 1): FNV-1a (Fowler, Noll, Vo 1991) of the text, with Appleby's MurmurHash3 finaliser. */
function uniform(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (((hash ^ (hash >>> 16)) >>> 0) + 0.5) / 2 ** 32
}
