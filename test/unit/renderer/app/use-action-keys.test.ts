import { describe, expect, it } from 'vitest'
import { ACTION_KEYS, KEY_ACTIONS, keyMapOf, whyNotKey } from '../../../../renderer/src/app/use-action-keys.ts'

const usual = keyMapOf({})

describe('a key', () => {
  it.each(['', 'ab', '/', '?', ' ', 'X', '\u0007', 'Enter'])('%j can be used for no action', (key) => {
    for (const action of KEY_ACTIONS) expect(whyNotKey(action, key, usual)).toBe('unfit')
  })

  it.each(['b', '7', 'é', '平', '😀'])('%s can be used for every action', (key) => {
    for (const action of KEY_ACTIONS) expect(whyNotKey(action, key, usual)).toBeNull()
  })

  it('belongs to one action of a place', () => {
    expect(whyNotKey('close', 's', usual)).toBe('protect')
    expect(whyNotKey('close', 'x', usual)).toBeNull()
  })

  it('may belong to an action in another place', () => {
    expect(whyNotKey('cancel', 'x', usual)).toBeNull()
    expect(usual.rescue).toBe(usual.restore)
  })

  it('of the whole window belongs to nothing else, and one of a place not to the window', () => {
    expect(whyNotKey('drill', 'a', usual)).toBe('arm')
    expect(whyNotKey('arm', 'd', usual)).toBe('drill')
  })
})

describe('the stored changes', () => {
  it('are applied', () => {
    expect(keyMapOf({ close: 'q', arm: 'b' })).toEqual({ ...usual, close: 'q', arm: 'b' })
  })

  it.each([{ close: 3 }, { close: 's' }, { close: 'Enter' }, { other: 'q' }, { arm: 'x' }])(
    'that are invalid are left out: %j',
    (changes) => expect(keyMapOf(changes)).toEqual(usual),
  )

  it('never leave two actions of one place with the same key', () => {
    const map = keyMapOf({ close: 'q', protect: 'q', arm: 'q' })
    for (const one of KEY_ACTIONS)
      for (const other of KEY_ACTIONS)
        if (one !== other && ACTION_KEYS[one].where === ACTION_KEYS[other].where) expect(map[one]).not.toBe(map[other])
    expect(map.arm).toBe('a')
  })
})
