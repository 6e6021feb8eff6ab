import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DEFAULT_DIALECT } from '#electron/venue/profile/dialect.ts'
import type { Dialect } from '#electron/venue/profile/dialect.ts'
import { ENDPOINT_NAMES } from '#electron/venue/endpoints/table.ts'
import { coverage } from '#test/docs/coverage.ts'
import { INTERFACE_NAMES } from '#test/docs/interface-names.ts'
import { switchesOf } from '#test/docs/switches.ts'
import { PAGE, SECTION_NAMES, sectionsOf, venuePage } from '#test/docs/venue-page.ts'

const page = readFileSync(PAGE, 'utf8')

describe('docs/venue.md', () => {
  it('matches the code; `npm run docs` regenerates it', async () => {
    expect(page).toBe(await venuePage(page))
  })

  it('has every generated section once', () => {
    expect(sectionsOf(page).toSorted()).toEqual(SECTION_NAMES.toSorted())
  })

  it('lists all 32 endpoints, 16 per area, by our name and the interface’s name', () => {
    const rows = page.split('\n').filter((line) => /^\| \d+ +\| `(spot|contract)\./.test(line))
    expect(rows.map((row) => /`([^`]+)`/.exec(row)?.[1])).toEqual(ENDPOINT_NAMES)
    expect(ENDPOINT_NAMES.map((name) => name.split('.')[0])).toEqual([
      ...Array(16).fill('spot'),
      ...Array(16).fill('contract'),
    ])
    ENDPOINT_NAMES.forEach((name, index) => expect(rows[index]).toContain(`| ${INTERFACE_NAMES[name]} `))
  })

  it('has a test and a complete reply for every endpoint', () => {
    expect([...coverage()].filter(([, { kinds, replies }]) => kinds.length === 0 || replies === 0)).toEqual([])
  })

  it('has every field of a profile', () => {
    for (const field of ['version', 'name', 'spotBaseUrl', 'contractBaseUrl', ...Object.keys(DEFAULT_DIALECT)]) {
      expect(page).toMatch(new RegExp(`^\\| \`${field}\` `, 'm'))
    }
  })
})

describe('the switches of an endpoint', () => {
  it.each<[(typeof ENDPOINT_NAMES)[number], (keyof Dialect)[]]>([
    ['spot.time', ['spotVersion']],
    ['spot.klines', ['spotVersion', 'symbolCase', 'intervals']],
    ['spot.batchCancel', ['spotVersion', 'batchIds', 'symbolCase']],
    ['spot.openOrders', ['signGetQuery', 'spotVersion', 'openOrdersLimit', 'symbolCase']],
    ['contract.time', []],
    ['contract.placeOrder', ['numericEncoding', 'marketOpen']],
    ['contract.conditionOrder', ['numericEncoding', 'triggerType', 'conditionPriceRequired', 'marketOpen']],
  ])('of %s are %j', (name, switches) => {
    expect(switchesOf(name)).toEqual(switches)
  })
})
