import { describe, expect, it } from 'vitest'
import { PANEL_IDS, panelIn, searchOf } from '#shared/ipc/panel.ts'
import type { Snapshot } from '#shared/snapshot/snapshot.ts'
import { fixtureSnapshot, largeAccount, troubledSnapshot } from '#test/support/snapshot.ts'

describe('the address of a window', () => {
  it.each(PANEL_IDS)('of %s names it', (panel) => {
    expect(panelIn(searchOf(panel))).toBe(panel)
  })

  it.each(['', '?panel=', '?panel=accounts', '?panel=__proto__', '?panel=toString', '?other=orders'])(
    'is that of the main window without a panel we have: %s',
    (search) => {
      expect(panelIn(search)).toBeNull()
    },
  )
})

describe('a push as JSON', () => {
  const snapshots: readonly (readonly [string, Snapshot])[] = [
    ['a usual account', fixtureSnapshot()],
    ['a large account', largeAccount(200)],
    ['an account in trouble', troubledSnapshot()],
  ]
  it.each(snapshots)('is the same when it is read again: %s', (_, snapshot) => {
    expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot)
  })
})
