import { existsSync, readFileSync } from 'node:fs'
import { inEnglish } from '#shared/words/say.ts'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PRESETS } from '#electron/venue/venue.ts'
import { VENUES_PAGE, venuesPage } from '#test/docs/venues-page.ts'

const page = readFileSync(VENUES_PAGE, 'utf8')

describe('docs/venues.md', () => {
  it('is what the presets say; `npm run docs` makes it so', async () => {
    expect(page).toBe(await venuesPage(page))
  })

  it('has every preset with all it rests on, and says that none was verified', () => {
    for (const { name, quirks, evidence } of PRESETS) {
      expect(page).toContain(`### ${name}\n`)
      for (const line of [...quirks.map(inEnglish), ...evidence.sources]) expect(page).toContain(`- ${line}\n`)
    }
    expect(page).toContain('None of them was tried by us')
  })

  it('leads to pages there are', () => {
    const links = [...page.matchAll(/\]\(([\w-]+\.md)/g)].map(([, file]) => file!)
    expect(links).toContain('adding-a-venue.md')
    expect(links.filter((file) => !existsSync(join(dirname(VENUES_PAGE), file)))).toEqual([])
  })
})
