// `npm run dev`: the built app with its window from Vite's server, so that changes to the window show at once. Main,
// the preload and their imports are the built ones, so a change there needs a restart. Arguments go to the app.
import { serveWindow } from './dev/server.mjs'
import { openApp } from './host.mjs'
import { orSayWhy, say } from './run.mjs'

await orSayWhy(async () => {
  const { origin, switches, env } = await serveWindow()
  say(`the window comes from ${origin}; what you change of it is shown at once`)
  openApp(process.argv.slice(2), { switches, env })
})
