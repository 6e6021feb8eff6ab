/** `make`, called once for each object: for data that is replaced and never changed. */
export function oncePer<Of extends object, Made extends object | string>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new WeakMap<Of, Made>()
  return (of) => {
    const made = known.get(of) ?? make(of)
    known.set(of, made)
    return made
  }
}
