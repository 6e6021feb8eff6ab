import { resolve } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { bundledFiles } from './build/package/bundled.ts'
import { COMMANDS, EVENTS } from './shared/ipc/contract.ts'

const at = (path: string): string => resolve(import.meta.dirname, path)

export default defineConfig({
  main: {
    plugins: [bundledFiles(import.meta.dirname)],
    // ofetch's own `node` entry brings a dead fetch polyfill along; Node has fetch.
    resolve: { alias: { ofetch: at('node_modules/ofetch/dist/index.mjs') } },
    build: {
      sourcemap: true,
      rolldownOptions: {
        // The vault and the simulator are processes of their own, the risk worker a thread.
        input: {
          index: at('electron/main/index.ts'),
          vault: at('electron/vault/process.ts'),
          simulator: at('electron/simulator/process.ts'),
          'risk-worker': at('electron/risk/risk-worker.ts'),
        },
      },
    },
  },
  preload: {
    plugins: [bundledFiles(import.meta.dirname)],
    // Names and sizes alone: with the tables themselves the preload would bring the schema library into the window.
    define: {
      LARGEST_ARGUMENTS: JSON.stringify(
        Object.fromEntries(Object.entries(COMMANDS).map(([name, { largest }]) => [name, largest])),
      ),
      EVENT_NAMES: JSON.stringify(Object.keys(EVENTS)),
    },
    build: {
      externalizeDeps: false,
      isolatedEntries: true,
      // A sandboxed window can load neither an ES module nor a package as its preload: one CommonJS file.
      rolldownOptions: {
        input: {
          index: at('electron/preload/index.ts'),
          secret: at('electron/preload/secret.ts'),
          mini: at('electron/preload/mini.ts'),
        },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('renderer'),
    plugins: [vue(), bundledFiles(import.meta.dirname)],
    build: {
      minify: true,
      // The content policy allows fonts and images of our own files only, so none is written into a style sheet.
      assetsInlineLimit: 0,
      rolldownOptions: { input: { index: at('renderer/index.html') } },
    },
  },
})
