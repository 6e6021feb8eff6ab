import { sameMembers } from './same-members.ts'

/** `make`, called once for each object: for data that is replaced and never changed. */
export function memoise<Of extends object, Made extends object | string>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new WeakMap<Of, Made>()
  return (of) => {
    const made = known.get(of) ?? make(of)
    known.set(of, made)
    return made
  }
}

/** The same for an object and further `facts`: the result is kept until one of them changes. */
export function memoiseByFacts<Of extends object, Facts extends readonly unknown[], Made extends object>(
  make: (of: Of, ...facts: Facts) => Made,
): (of: Of, ...facts: Facts) => Made {
  const known = new WeakMap<Of, { readonly facts: Facts; readonly made: Made }>()
  return (of, ...facts) => {
    const last = known.get(of)
    if (last && sameMembers(last.facts, facts)) return last.made
    const made = make(of, ...facts)
    known.set(of, { facts, made })
    return made
  }
}
