// Which packages and which of our own files a build is made of: for the notices, the list of parts and the tests.
import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** A Vite plugin: writes `bundled.json`, with paths from `base`, beside each part's output. The file is never packed. */
export function bundledFiles(base: string): Plugin {
  let root = base
  return {
    name: 'bundled-files',
    configResolved(config) {
      root = config.root
    },
    generateBundle(_options, bundle) {
      const files = Object.values(bundle)
        .flatMap((output) => (output.type === 'chunk' ? modulesOf(output) : output.originalFileNames))
        .map((id) => relative(base, resolve(root, id)).replaceAll('\\', '/'))
      const source = `${JSON.stringify([...new Set(files)].sort(), null, 2)}\n`
      this.emitFile({ type: 'asset', fileName: 'bundled.json', source })
    },
  }
}

/** The files a chunk has code of; what was shaken off is not in it. */
function modulesOf({ modules }: Rolldown.OutputChunk): readonly string[] {
  return Object.entries(modules)
    .filter(([id, { renderedLength }]) => renderedLength > 0 && !id.startsWith('\0'))
    .map(([id]) => id.replace(/\?.*$/, ''))
}

/** All files that main, preload and window are built from, as paths from the root. */
export function bundledIn(out: string): readonly string[] {
  return ['main', 'preload', 'renderer'].flatMap(
    (part) => JSON.parse(readFileSync(join(out, part, 'bundled.json'), 'utf8')) as readonly string[],
  )
}

/** The folder of the package a file belongs to ("node_modules/a/node_modules/@b/c"), or null for a file of ours. */
export function packageFolderOf(file: string): string | null {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? null
}
