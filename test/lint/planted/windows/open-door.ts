import { BrowserWindow, WebContentsView } from 'electron'

const more = { nodeIntegrationInWorker: true }
export const one = new BrowserWindow({
  webPreferences: { ...{ sandbox: false, webviewTag: false }, ...more, nodeIntegration: true, webSecurity: false },
})
export const two = new BrowserWindow()
export const three = new WebContentsView({
  webPreferences: {
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    spellcheck: false,
    disableDialogs: false,
    devTools: true,
    experimentalFeatures: true,
  },
})
