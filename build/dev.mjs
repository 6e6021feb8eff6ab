// `npm run dev`: the built app with its window from Vite's server, so that a change of the window is seen at once. Main,
// the preload and what they import are the built ones: a change of theirs needs a new start. Arguments are the app's.
import { serveWindow } from './dev/server.mjs'
import { openApp } from './host.mjs'
import { orSayWhy, say } from './run.mjs'

await orSayWhy(async () => {
  const { origin, switches, env } = await serveWindow()
  say(`the window comes from ${origin}; what you change of it is shown at once`)
  openApp(process.argv.slice(2), { switches, env })
})
