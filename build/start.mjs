// `npm start`: opens Plimsoll. Arguments are the app's.
import { openApp } from './host.mjs'
import { orSayWhy } from './run.mjs'

await orSayWhy(() => openApp(process.argv.slice(2)))
