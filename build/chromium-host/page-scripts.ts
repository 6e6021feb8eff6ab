// The scripts every document of a window starts with: the bridge in the page's own world; the bridge, ipcRenderer and the
// app's preload in a world of their own. They are put in as functions' text, not eval'd, so the page's CSP has no say.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { compileFunction } from 'node:vm'
import type { Session } from './cdp.ts'
import { RECEIVE_NAME, SEND_NAME } from './ipc.ts'
import { createBridge } from './page/bridge.ts'
import { createCodec } from './page/codec.ts'
import { runPreload, type PreloadWorld } from './page/preload-world.ts'
import { BLANK } from './targets.ts'

export const WORLD = 'Electron Isolated Context'

const PRELOAD_PARAMETERS = ['require', 'process', 'module', 'exports']

/** Resolves when Chromium has acknowledged them: a document loaded before that would miss the preload under load. */
export async function installScripts(
  session: Session,
  preload: string | undefined,
  disableDialogs: boolean,
): Promise<void> {
  const key = randomBytes(8).toString('hex')
  const toMain = JSON.stringify(`m${key}`)
  const toIsolated = JSON.stringify(`i${key}`)
  const world: PreloadWorld = { sendName: SEND_NAME, receiveName: RECEIVE_NAME, process: preloadProcess() }
  await Promise.all([
    disableDialogs &&
      session.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${withoutDialogs.toString()})()` }),
    session.send('Runtime.addBinding', { name: SEND_NAME, executionContextName: WORLD }),
    session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: inTopDocument(`(${createBridge.toString()})(${toMain}, ${toIsolated})`),
    }),
    session.send('Page.addScriptToEvaluateOnNewDocument', {
      worldName: WORLD,
      source: inTopDocument(`(${runPreload.toString()})(
        (${createBridge.toString()})(${toIsolated}, ${toMain}),
        (${createCodec.toString()})(),
        ${JSON.stringify(world)},
        ${preloadFunction(preload)})`),
    }),
  ])
}

/** Each answers at once as if it had been dismissed. */
function withoutDialogs(): void {
  Object.assign(window, { alert: () => undefined, confirm: () => false, prompt: () => null })
}

function inTopDocument(source: string): string {
  return `if (window === window.top && location.href !== ${JSON.stringify(BLANK)}) { ${source} }`
}

function preloadFunction(file: string | undefined): string {
  if (file === undefined) return 'null'
  try {
    if (!isAbsolute(file)) throw new Error('preload script must have absolute path.')
    const body = readFileSync(file, 'utf8')
    // An ES module, say, would silently take all the scripts down with it.
    compileFunction(body, PRELOAD_PARAMETERS)
    return `function (${PRELOAD_PARAMETERS.join(', ')}) {\n${body}\n}`
  } catch (error) {
    console.error(`Unable to load preload script: ${file}\n`, error)
    return 'null'
  }
}

function preloadProcess(): object {
  const { platform, arch, versions } = process
  return { type: 'renderer', sandboxed: true, contextIsolated: true, platform, arch, versions }
}
