// Other people's work in a package: the notices that licences require, and the bill of materials (CycloneDX).
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../run.mjs'
import { bundledIn, packageFolderOf } from './bundled.ts'

/** Packed, but not bundled. */
const PACKED = ['node_modules/keytar', 'node_modules/electron']

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

/** Every package that ships, sorted by name, with its licence and the licence's text. */
function shippedPackages(out = join(ROOT, 'out')) {
  const lock = readJson(join(ROOT, 'package-lock.json')).packages
  const folders = new Set([...bundledIn(out).map(packageFolderOf).filter(Boolean), ...PACKED])
  return [...folders]
    .map((folder) => {
      const { name, version, license, author, homepage = null } = readJson(join(ROOT, folder, 'package.json'))
      const text = licenceIn(join(ROOT, folder)) ?? (license === 'MIT' && author ? mitOf(author.name ?? author) : null)
      if (!license || text === null) throw new Error(`${name} ${version} has no licence that could be packed`)
      return { name, version, license, homepage, text, integrity: lock[folder]?.integrity ?? null }
    })
    .sort((one, other) => (`${one.name} ${one.version}` < `${other.name} ${other.version}` ? -1 : 1))
}

/** The text of every licence file of a package, including those in a licence folder; null: none. */
function licenceIn(folder) {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]es?|copying|notice)\b/i.test(name))
  const files = names.sort().flatMap((name) => filesAt(join(folder, name)))
  return files.map((file) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim()).join('\n\n') || null
}

/** For a package that names the MIT licence but has no text of it: our text, with its author. */
function mitOf(author) {
  const text = readFileSync(join(ROOT, 'LICENSE'), 'utf8').trim()
  return text.replace(/Copyright .*/, `Copyright (c) ${author}`)
}

function filesAt(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesAt(join(path, name)))
}

/** THIRD-PARTY-NOTICES.txt: the texts that each licence requires us to pass on. */
function noticesOf(packages) {
  const head = `Plimsoll contains the work of others. Electron and Chromium bring notices of their own
(LICENSE.electron.txt and LICENSES.chromium.html).\n`
  const rule = '-'.repeat(100)
  return [head, ...packages.map(({ name, version, text }) => `${rule}\n${name} ${version}\n\n${text}\n`)].join('\n')
}

/** A software bill of materials, CycloneDX 1.6. The same packages give the same text. */
function sbomOf(packages, about) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', name: about.name, version: about.version, licenses: licencesOf(about.license) },
    },
    components: packages.map(({ name, version, license, integrity }) => ({
      type: name === 'electron' ? 'framework' : 'library',
      name,
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      licenses: licencesOf(license),
      ...(integrity ? { hashes: [hashOf(integrity)] } : {}),
    })),
  }
}

const licencesOf = (license) => [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }]

function hashOf(integrity) {
  const [algorithm, digest] = integrity.split(/-(.*)/s)
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }
}

/** Writes the notices and the bill of materials into `folder`. */
export function makeParts(folder) {
  const packages = shippedPackages()
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), noticesOf(packages))
  const sbom = sbomOf(packages, readJson(join(ROOT, 'package.json')))
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
}
