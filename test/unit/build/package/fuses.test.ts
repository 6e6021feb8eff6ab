import { FuseV1Options } from '@electron/fuses'
import { expect, it } from 'vitest'
import { FUSES } from '../../../../build/package/fuses.mjs'

it('every fuse that Electron has is set, and packing fails when Electron has one more', () => {
  const known = Object.values(FuseV1Options).filter((each) => typeof each === 'number')
  const set = Object.keys(FUSES).flatMap((key) => (/^\d+$/.test(key) ? [Number(key)] : []))
  expect(set.sort()).toEqual(known.sort())
  expect(FUSES.strictlyRequireAllFuses).toBe(true)
})
