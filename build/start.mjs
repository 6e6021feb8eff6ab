// `npm start`: opens Plimsoll. Arguments go to the app.
import { openApp } from './host.mjs'
import { orSayWhy } from './run.mjs'

await orSayWhy(() => openApp(process.argv.slice(2)))
