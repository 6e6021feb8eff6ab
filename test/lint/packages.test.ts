/**
 * T16, T15: a package that turned malicious is not installed automatically, and no package reports anything to anybody.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import about from '../../package.json' with { type: 'json' }

interface Locked {
  readonly integrity?: string
  readonly resolved?: string
  readonly hasInstallScript?: true
}
const ROOT = join(import.meta.dirname, '../..')

type Lock = { readonly lockfileVersion: number; readonly packages: Readonly<Record<string, Locked & typeof about>> }

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as Lock
const { '': root, ...packages } = lock.packages
const installed = Object.entries(packages)
const namesOf = (wanted: readonly (readonly [string, unknown])[]) =>
  wanted.map(([path]) => path.split('node_modules/').at(-1))

it('names every package by the hash of its content, and downloads none from another address', () => {
  expect(lock.lockfileVersion).toBe(3)
  expect(installed.length).toBeGreaterThan(100)
  expect(namesOf(installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')))).toEqual([])
  expect(namesOf(installed.filter(([, { resolved }]) => resolved !== undefined))).toEqual([])
})

it('locks what package.json asks for, each in one version', () => {
  for (const kind of ['dependencies', 'optionalDependencies', 'devDependencies'] as const) {
    expect(root![kind]).toEqual(about[kind])
  }
  const asked = Object.entries({ ...about.dependencies, ...about.optionalDependencies, ...about.devDependencies })
  // Packages of types run nothing. They follow the Node version that Electron has.
  expect(namesOf(asked.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version)))).toEqual(['@types/node'])
})

it('lets one package run a script when it is installed, and ships one', () => {
  const scripts = namesOf(installed.filter(([, { hasInstallScript }]) => hasInstallScript === true))
  expect(scripts.toSorted()).toEqual(Object.keys(about.allowScripts).toSorted())
  expect(Object.entries(about.allowScripts).filter(([, may]) => may)).toEqual([['keytar', true]])
  expect(Object.keys(about.dependencies)).toEqual(['keytar'])
})

it('starts no crash reporter, and installs none', () => {
  const sources = globSync('{electron,renderer,shared}/**/*.{ts,vue}', { cwd: ROOT })
  expect(sources.length).toBeGreaterThan(500)
  const reports = (file: string) => /crashReporter|contentTracing/.test(readFileSync(join(ROOT, file), 'utf8'))
  expect(sources.filter(reports)).toEqual([])
  expect(
    namesOf(installed).filter((name) => /sentry|bugsnag|rollbar|datadog|posthog|segment-/.test(name ?? '')),
  ).toEqual([])
})
