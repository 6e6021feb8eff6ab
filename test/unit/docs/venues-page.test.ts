import { existsSync, readFileSync } from 'node:fs'
import { inEnglish } from '#shared/words/say.ts'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PRESETS } from '#electron/venue/venue.ts'
import { VENUES_PAGE, venuesPage } from '#test/docs/venues-page.ts'

const page = readFileSync(VENUES_PAGE, 'utf8')

describe('docs/venues.md', () => {
  it('matches the presets; `npm run docs` regenerates it', async () => {
    expect(page).toBe(await venuesPage(page))
  })

  it('lists every preset with its evidence, and says that none was verified', () => {
    for (const { name, quirks, evidence } of PRESETS) {
      expect(page).toContain(`### ${name}\n`)
      for (const line of [...quirks.map(inEnglish), ...evidence.sources]) expect(page).toContain(`- ${line}\n`)
    }
    expect(page).toContain('We have tried none of them')
  })

  it('links to pages that exist', () => {
    const links = [...page.matchAll(/\]\(([\w-]+\.md)/g)].map(([, file]) => file!)
    expect(links).toContain('adding-a-venue.md')
    expect(links.filter((file) => !existsSync(join(dirname(VENUES_PAGE), file)))).toEqual([])
  })
})
