// Signs what a release states about its packages: `node build/package/sign-update.mjs KEY.pem FOLDER`. KEY is an
// Ed25519 private key that is on no server (docs/release.md); FOLDER has the packages with which an installed Plimsoll
// replaces itself.
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { orSayWhy, say, SetupError } from '../run.mjs'

const about = createRequire(import.meta.url)('../../package.json')

/** How long a release may be offered, days. */
const GOOD_FOR = 180
const DAY_MS = 86_400_000

/** The file ending of the package on each system where Plimsoll updates itself. */
const PACKAGES = [
  { ending: '.AppImage', platform: 'linux' },
  { ending: '.exe', platform: 'win32' },
  { ending: '.zip', platform: 'darwin' },
]

/**
 * The statement about each package in `files` (with x64 or arm64 in its name), and the name to publish it under.
 * @param {readonly { name: string, bytes: Buffer }[]} files
 * @param {{ version: string, minVersion: string, at: number }} release
 */
export function statementsOn(files, { version, minVersion, at }) {
  return files.flatMap(({ name, bytes }) => {
    const platform = PACKAGES.find(({ ending }) => name.endsWith(ending))?.platform
    const arch = /(?:^|[-_])(x64|x86_64|arm64)[-_.]/.exec(name)?.[1]?.replace('x86_64', 'x64')
    if (!platform || !arch) return []
    const sha512 = createHash('sha512').update(bytes).digest('base64')
    const notAfter = new Date(at + GOOD_FOR * DAY_MS).toISOString().slice(0, 10)
    return [
      { name: `update-${platform}-${arch}.json`, statement: { version, platform, arch, sha512, minVersion, notAfter } },
    ]
  })
}

/** The bytes of a statement, and their signature in base64. */
export function sealed(statement, key) {
  const bytes = Buffer.from(`${JSON.stringify(statement, null, 2)}\n`)
  return { bytes, signature: sign(null, bytes, key).toString('base64') }
}

if (process.argv[1] === import.meta.filename) {
  await orSayWhy(() => {
    const [keyFile, folder] = process.argv.slice(2)
    if (!keyFile || !folder)
      throw new SetupError('Which key and which folder? node build/package/sign-update.mjs KEY.pem FOLDER')
    const key = createPrivateKey(readFileSync(keyFile))
    const files = readdirSync(folder).map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
    const { version, updatesFrom } = about
    const all = statementsOn(files, { version, minVersion: updatesFrom ?? '0.0.0', at: Date.now() })
    if (all.length === 0) throw new SetupError(`There is no package in ${folder}.`)
    for (const { name, statement } of all) {
      const { bytes, signature } = sealed(statement, key)
      writeFileSync(join(folder, name), bytes)
      writeFileSync(join(folder, `${name}.sig`), signature)
      say(`signed ${name}`)
    }
  })
}
