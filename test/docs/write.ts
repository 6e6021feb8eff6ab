/** `npm run docs`: makes the generated parts of docs/venue.md and docs/venues.md anew. */
import { readFileSync, writeFileSync } from 'node:fs'
import { PAGE, venuePage } from './venue-page.ts'
import { VENUES_PAGE, venuesPage } from './venues-page.ts'

writeFileSync(PAGE, await venuePage(readFileSync(PAGE, 'utf8')))
writeFileSync(VENUES_PAGE, await venuesPage(readFileSync(VENUES_PAGE, 'utf8')))
