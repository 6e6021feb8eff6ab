import { describe, expect, it } from 'vitest'
import { ACTION_KEYS, isChord, KEY_ACTIONS, keyMapOf, USUAL_KEYS, whyNotKey } from '#shared/words/keys.ts'

const [chords, plain] = [KEY_ACTIONS.filter(isChord), KEY_ACTIONS.filter((action) => !isChord(action))]

describe('a key pressed alone', () => {
  it.each(['', 'ab', '/', '?', ' ', 'X', '\u0007', 'Enter', 'mod+g'])('%j can be used for no action', (key) => {
    for (const action of plain) expect(whyNotKey(action, key, USUAL_KEYS)).toBe('unfit')
  })

  it.each(['b', '7', 'é', '平', '😀'])('%s can be used for every action', (key) => {
    for (const action of plain) expect(whyNotKey(action, key, USUAL_KEYS)).toBeNull()
  })

  it('belongs to one action of a place', () => {
    expect(whyNotKey('close', 's', USUAL_KEYS)).toBe('protect')
    expect(whyNotKey('close', 'x', USUAL_KEYS)).toBeNull()
  })

  it('may belong to an action in another place', () => {
    expect(whyNotKey('cancel', 'x', USUAL_KEYS)).toBeNull()
    expect(USUAL_KEYS.rescue).toBe(USUAL_KEYS.restore)
  })

  it('of the whole window belongs to nothing else, and one of a place not to the window', () => {
    expect(whyNotKey('drill', 'a', USUAL_KEYS)).toBe('arm')
    expect(whyNotKey('arm', 'd', USUAL_KEYS)).toBe('drill')
  })
})

describe('a key pressed with others', () => {
  // Without `mod`, the flatten key would be typed into the field that has the focus.
  it.each(['f', '', 'mod+', 'mod+1', 'mod+F', 'mod+shift+enter', 'shift+f', 'mod+é'])('cannot be %j', (key) => {
    for (const action of chords) expect(whyNotKey(action, key, USUAL_KEYS)).toBe('unfit')
  })

  it('can be any letter with Ctrl, and Shift if wanted', () => {
    for (const action of chords)
      for (const key of ['mod+g', 'mod+shift+g']) expect(whyNotKey(action, key, USUAL_KEYS)).toBeNull()
  })

  it.each([
    ['mod+c', 'desktop.role.copy'],
    ['mod+q', 'desktop.role.quit'],
    ['mod+shift+z', 'desktop.role.redo'],
  ] as const)('cannot be %s, which every program has', (key, role) => {
    expect(whyNotKey('flatten', key, USUAL_KEYS)).toBe(role)
  })

  it('belongs to one action', () => {
    expect(whyNotKey('flatten', 'mod+k', USUAL_KEYS)).toBe('palette')
  })
})

describe('the changes', () => {
  it('are applied', () => {
    const changes = { close: 'q', arm: 'b', flatten: 'mod+g' }
    expect(keyMapOf(changes)).toEqual({ ...USUAL_KEYS, ...changes })
  })

  it('may swap two keys', () => {
    const changes = { close: 's', protect: 'x' }
    expect(keyMapOf(changes)).toEqual({ ...USUAL_KEYS, ...changes })
  })

  it.each([{ close: 's' }, { close: 'Enter' }, { arm: 'x' }, { flatten: 'f' }, { lock: 'mod+c' }])(
    'count as none if one is unfit or taken: %j',
    (changes) => expect(keyMapOf({ drill: 'q', ...changes })).toEqual(USUAL_KEYS),
  )
})

it('the usual keys go together', () => {
  for (const action of KEY_ACTIONS) expect(whyNotKey(action, ACTION_KEYS[action].key, USUAL_KEYS)).toBeNull()
})
