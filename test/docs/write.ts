/** `npm run docs`: makes the generated parts of docs/venue.md anew. */
import { readFileSync, writeFileSync } from 'node:fs'
import { PAGE, venuePage } from './venue-page.ts'

writeFileSync(PAGE, await venuePage(readFileSync(PAGE, 'utf8')))
