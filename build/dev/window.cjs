// Loaded into Electron's main process before the app, by `npm run dev` alone: what the window asks app:// for comes from
// Vite's server. The app knows nothing of it: its origin, its gate and its built files stay what they are, and nothing of
// this is in out/.
const { app, protocol } = require('electron')

const server = process.env.PLIMSOLL_DEV_ORIGIN
const handle = protocol.handle.bind(protocol)

/** The app's own policy, with the two things a served window needs: Vite writes styles into the page, and tells it of changes. */
const opened = (policy) =>
  `${policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")}; connect-src ${server.replace('http', 'ws')}`

protocol.handle = (scheme, serveBuilt) =>
  handle(scheme, async (request) => {
    const { pathname, search } = new URL(request.url)
    const [built, served] = await Promise.all([
      serveBuilt(new Request(request.url)),
      fetch(`${server}${pathname}${search}`, { headers: { accept: request.headers.get('accept') ?? '*/*' } }),
    ])
    const headers = { 'Content-Type': served.headers.get('content-type') ?? 'text/plain', 'Cache-Control': 'no-store' }
    const policy = built.headers.get('content-security-policy')
    if (policy !== null) headers['Content-Security-Policy'] = opened(policy)
    return new Response(await served.arrayBuffer(), { status: served.status, headers })
  })

/** The app finds no host and refuses all requests but those to app://. The updates of a served window come over a web socket. */
const updates = server.replace('http', 'ws')
app.on('session-created', ({ webRequest }) => {
  const listen = webRequest.onBeforeRequest.bind(webRequest)
  webRequest.onBeforeRequest = (refuse) =>
    listen((request, answer) => (request.url.startsWith(`${updates}/`) ? answer({}) : refuse(request, answer)))
})

const append = app.commandLine.appendSwitch.bind(app.commandLine)
app.commandLine.appendSwitch = (name, value) =>
  append(name, name === 'host-resolver-rules' ? `${value}, EXCLUDE ${new URL(server).hostname}` : value)
