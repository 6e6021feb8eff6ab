import { describe, expect, it } from 'vitest'
import { chordKeys, chordOf, chordText } from '../../../../renderer/src/kit/keys.ts'

describe('a key in words', () => {
  it.each([
    ['mod+shift+f', 'Ctrl+Shift+F', '⇧⌘F'],
    ['mod+k', 'Ctrl+K', '⌘K'],
    ['mod+1 … 7', 'Ctrl+1 … 7', '⌘1 … 7'],
    ['mod++ − 0', 'Ctrl++ − 0', '⌘+ − 0'],
    ['mod+', 'Ctrl', '⌘'],
    ['x', 'x', 'x'],
    ['+', '+', '+'],
  ])('%s is %s, and %s on a Mac', (chord, elsewhere, onMac) => {
    expect([chordText(chord, false), chordText(chord, true)]).toEqual([elsewhere, onMac])
  })

  it('is written one cap for each key', () => {
    expect(chordKeys('mod+shift+f', false)).toEqual(['Ctrl', 'Shift', 'F'])
    expect(chordKeys('mod+shift+f', true)).toEqual(['⇧', '⌘', 'F'])
  })
})

describe('what is pressed', () => {
  const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  const pressed = (key: string, held: Partial<typeof NONE>, isMac: boolean): string | null =>
    chordOf({ key, ...NONE, ...held } as KeyboardEvent, isMac)

  it('is with Ctrl, and with ⌘ on a Mac', () => {
    expect(pressed('F', { ctrlKey: true, shiftKey: true }, false)).toBe('mod+shift+f')
    expect(pressed('F', { metaKey: true, shiftKey: true }, true)).toBe('mod+shift+f')
    expect(pressed('k', { metaKey: true }, false)).toBeNull()
    // Ctrl+K deletes to the end of the line in any field of a Mac.
    expect(pressed('k', { ctrlKey: true }, true)).toBeNull()
  })

  it('is the same alone with Shift, which some keyboards need for it', () => {
    expect(pressed('?', { shiftKey: true }, false)).toBe('?')
    expect(pressed('X', { shiftKey: true }, false)).toBe('x')
  })

  it('is none with Alt', () => {
    expect(pressed('x', { altKey: true }, false)).toBeNull()
  })
})
