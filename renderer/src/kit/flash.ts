/**
 * Changed digits of a figure are tinted for a moment, in the trader's colours of up and down. The browser highlights a
 * range of text: no element and no style changes, so nothing can move, and a flash costs two paints.
 */
import { inject, onScopeDispose, type InjectionKey, type ObjectDirective } from 'vue'
import { parseDecimal, type Decimal } from '#shared/domain/decimal.ts'
import { MINUS } from './format.ts'
import { asTyped } from './say.ts'
import { useClock } from './use-clock.ts'
import { useLook } from './use-look.ts'

/**
 * Identifies what the figures on screen stand for and how they are written. When it changes, changed digits are no news
 * and do not flash.
 */
export const FIGURES_OF: InjectionKey<() => string> = Symbol('figuresOf')

/** The media query of traders who want nothing to flash. */
export const LESS_MOTION = '(prefers-reduced-motion: reduce)'

const FLASH_MS = 250
/** A cell flashes at most this often. */
const REST_MS = 1_000
/** How long the slowest list takes to follow a change of `FIGURES_OF`. */
const SETTLE_MS = 2_000

/**
 * A directive: figures inside its element flash, except inside `data-still`, where they change only because time
 * passes.
 */
export function useFlash(): ObjectDirective<Element> {
  const clock = useClock()
  const figuresOf = inject(FIGURES_OF, () => '')
  const look = useLook('flash')
  const motion = matchMedia(LESS_MOTION)
  const flashedAt = new WeakMap<Element, number>()
  let of = figuresOf()
  let settledAt = 0

  function onChange(records: readonly MutationRecord[]): void {
    const now = clock.mono()
    if (figuresOf() !== of) {
      of = figuresOf()
      settledAt = now + SETTLE_MS
    }
    if (now < settledAt || look.value === 'off' || motion.matches) return
    const stops = records.flatMap((record) => flash(record, now))
    if (stops.length > 0) clock.after(FLASH_MS, () => stops.forEach((stop) => stop()))
  }

  function flash(record: MutationRecord, now: number): readonly (() => void)[] {
    const change = changeOf(record)
    const cell = change?.text.parentElement
    if (!change || !cell?.closest('.figure, [data-still]')?.matches(':not([data-still])')) return []
    if (now - (flashedAt.get(cell) ?? -REST_MS) < REST_MS) return []
    const found = changedDigits(change.before, change.text.data)
    if (found === null) return []
    flashedAt.set(cell, now)
    const highlight = highlightOf(found.isUp ? 'up' : 'down')
    const digits = new StaticRange({
      startContainer: change.text,
      startOffset: found.from,
      endContainer: change.text,
      endOffset: found.to,
    })
    highlight.add(digits)
    return [() => highlight.delete(digits)]
  }

  const observer = new MutationObserver(onChange)
  onScopeDispose(() => observer.disconnect())
  return {
    mounted: (element) =>
      observer.observe(element, { subtree: true, childList: true, characterData: true, characterDataOldValue: true }),
  }
}

/** One text that replaced another; null: something else changed, such as a row that was added. */
function changeOf({ type, target, oldValue, addedNodes, removedNodes }: MutationRecord) {
  if (type === 'characterData') return { text: target as Text, before: oldValue ?? '' }
  const [text, old] = [addedNodes[0], removedNodes[0]]
  return addedNodes.length === 1 && text instanceof Text && old instanceof Text ? { text, before: old.data } : null
}

/** One of the highlights of the page; base.css has their colours. */
function highlightOf(direction: 'up' | 'down'): Highlight {
  const name = `flash-${direction}`
  const known = CSS.highlights.get(name) ?? new Highlight()
  CSS.highlights.set(name, known)
  return known
}

const NUMBER = /[+\u2212]?\d+(?:[.,’\u202f]\d+)*/

/**
 * Where the changed digits begin and end, and whether the number rose; null: these are not two numbers of the same
 * unit.
 */
export function changedDigits(before: string, after: string): { from: number; to: number; isUp: boolean } | null {
  const [was, is] = [NUMBER.exec(before), NUMBER.exec(after)]
  if (was === null || is === null || unitOf(was) !== unitOf(is)) return null
  const [old, now] = [numberIn(was[0]), numberIn(is[0])]
  if (old === null || now === null || old.eq(now)) return null
  let from = is.index
  // If the number of digits changed, every digit now stands for another power of ten.
  if (before.length === after.length) while (before[from] === after[from]) from++
  return { from, to: is.index + is[0].length, isUp: now.gt(old) }
}

/** The text before and after a number. */
function unitOf({ input, index, 0: number }: RegExpExecArray): string {
  return `${input.slice(0, index)} ${input.slice(index + number.length)}`
}

function numberIn(text: string): Decimal | null {
  const plain = asTyped(text).replace(/[+,’\u202f]/g, '')
  return parseDecimal(plain.replace(MINUS, '-'))
}
