/** How a drill speaks. */
import type { Instrument } from '../../domain/instrument.ts'
import { pairNamed } from '../compile/known.ts'

/** What people call an instrument: a pair by its assets, a contract by its name. */
export function titleOf(name: string, instruments: readonly Instrument[]): string {
  const pair = pairNamed(instruments, name)
  return pair === undefined ? name : `${pair.baseAsset}/${pair.quoteAsset}`
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

export function inMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`
}

export function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
