// The smallest app that uses every part of Electron that Plimsoll uses. Runs on Electron and on the Chromium host.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { app, BrowserWindow, ipcMain, Menu, protocol, session, shell, utilityProcess } from 'electron'

const CSP = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'"
const FILES = {
  '/index.html': 'text/html',
  '/page.js': 'text/javascript',
}

/** What tests read through `electronApp.evaluate`. */
const seen = { secondStarts: [], willNavigate: [], consoleErrors: [], senders: [], notes: [] }
Object.assign(globalThis, { seen })

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
])
app.enableSandbox()

if (app.requestSingleInstanceLock()) void start()
else app.quit()

async function start() {
  app.on('second-instance', (_event, argv) => {
    seen.secondStarts.push(argv)
    BrowserWindow.getAllWindows()[0]?.focus()
  })
  app.on('window-all-closed', () => app.quit())
  app.on('web-contents-created', (_event, contents) => harden(contents))
  app.on('session-created', () => seen.notes.push('session-created'))
  await app.whenReady()

  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.defaultSession.setPermissionCheckHandler(() => false)
  protocol.handle('app', serve)
  ipcMain.handle('echo', (_event, value) => value)
  ipcMain.handle('fail', () => {
    throw new TypeError('deliberate')
  })
  ipcMain.handle('sender', ({ senderFrame, sender }) => {
    const { url, origin, parent } = senderFrame
    return { url, origin, isTop: parent === null, isOurs: sender === BrowserWindow.getAllWindows()[0].webContents }
  })
  ipcMain.on('note', (_event, note) => seen.notes.push(note))
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      { label: 'View', submenu: [{ id: 'say', label: 'Say', click: () => seen.notes.push('menu say') }] },
    ]),
  )
  openWindow()
  Object.assign(globalThis, { startHelper })
  if (process.argv.includes('--with-helper')) {
    const helper = startHelper()
    helper.stdout.once('data', () => process.stdout.write(`helper ${helper.pid}\n`))
  }
}

function openWindow() {
  const window = new BrowserWindow({
    width: 900,
    height: 640,
    show: false,
    webPreferences: { preload: join(import.meta.dirname, 'preload.cjs'), sandbox: true, contextIsolation: true },
  })
  window.once('ready-to-show', () => window.show())
  void window.loadURL('app://fixture/index.html')
}

function startHelper() {
  return utilityProcess.fork(join(import.meta.dirname, 'helper.mjs'), ['one'], { stdio: 'pipe' })
}

function harden(contents) {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  contents.on('will-navigate', (event) => {
    seen.willNavigate.push(event.url)
    event.preventDefault()
  })
  contents.on('console-message', ({ level, message }) => {
    if (level === 'error') seen.consoleErrors.push(message)
  })
  contents.setWindowOpenHandler(({ url }) => {
    void shell.openExternal(url)
    return { action: 'deny' }
  })
}

async function serve(request) {
  const { host, pathname } = new URL(request.url)
  const type = FILES[pathname]
  if (host !== 'fixture' || !type) return new Response('no such file', { status: 404 })
  return new Response(await readFile(join(import.meta.dirname, pathname)), {
    headers: { 'content-type': type, 'content-security-policy': CSP },
  })
}
