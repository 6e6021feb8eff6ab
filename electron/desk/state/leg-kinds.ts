import type { LegRequest, RequestOf } from '#shared/desk/plan.ts'

/** `request` as one of `kind`, for code that is given no other. Throws if it is another. */
export function asKind<K extends LegRequest['kind']>(request: LegRequest | undefined, kind: K): RequestOf<K> {
  if (request?.kind !== kind) throw new Error(`expected a ${kind} request, was ${String(request?.kind)}`)
  // The compiler does not narrow by a generic kind.
  return request as RequestOf<K>
}

/** A function for each kind of leg. Leaving a kind out does not compile. */
export type ByKind<A extends readonly unknown[], R> = {
  readonly [K in LegRequest['kind']]: (request: RequestOf<K>, ...rest: A) => R
}

/** Calls the function for this request's kind. */
export function byKind<A extends readonly unknown[], R>(table: ByKind<A, R>, request: LegRequest, ...rest: A): R {
  // The compiler cannot see that the kind selects the matching function.
  const its = table[request.kind] as (request: LegRequest, ...rest: A) => R
  return its(request, ...rest)
}
