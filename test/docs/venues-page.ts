/** docs/venues.md: the text is written by hand; the table of presets is made here, from the presets themselves. */
import { join } from 'node:path'
import { format } from 'oxfmt'
import { PRESETS, viewOfPreset } from '#electron/venue/venue.ts'
import { areasAt } from '#shared/domain/addresses.ts'
import type { PresetView } from '#shared/domain/venue-preset.ts'
import { areaTitle, message } from '#shared/words/message.ts'
import { inEnglish } from '#shared/words/say.ts'
import { ROOT } from './coverage.ts'

export const VENUES_PAGE = join(ROOT, 'docs', 'venues.md')

const MARKED = /<!-- made: presets -->[\s\S]*?<!-- end -->/

/** The page with what stands between its markers made anew, laid out as `npm run format` does it. */
export async function venuesPage(page: string): Promise<string> {
  if (!MARKED.test(page)) throw new Error('expected the markers of the presets')
  const views = PRESETS.map(viewOfPreset)
  const made = page.replace(
    MARKED,
    () => `<!-- made: presets -->\n\n${table(views)}\n\n${details(views)}\n\n<!-- end -->`,
  )
  return (await format(VENUES_PAGE, made)).code
}

function table(views: readonly PresetView[]): string {
  const head = ['venue', '`--venue`', 'covers', 'evidence', 'newest source', 'version']
  const rows = views.map(({ id, name, covers, evidence, version }) => [
    `[${name}](#${anchorOf(name)})`,
    `\`${id}\``,
    inEnglish(message(`preset.covers.${covers}`)),
    inEnglish(message(`preset.kind.${evidence.kind}`)),
    evidence.date,
    String(version),
  ])
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function details(views: readonly PresetView[]): string {
  return views
    .map((view) => {
      const places = [...areasAt(view)].map(([area, address]) => `${inEnglish(areaTitle(area))}: \`${address}\``)
      return [
        `### ${view.name}`,
        list(places),
        paragraph('What is odd about it', view.quirks.map(inEnglish)),
        paragraph('Spoken to otherwise than usual', view.differences.map(inEnglish)),
        paragraph('Rests on', view.evidence.sources),
      ]
        .filter((part) => part !== '')
        .join('\n\n')
    })
    .join('\n\n')
}

function paragraph(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}:\n\n${list(lines)}`
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}

/** The name of a heading in a link. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(' ', '-')
    .replaceAll(/[^\w-]/g, '')
}
