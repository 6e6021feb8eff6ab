/**
 * The workflows run elsewhere. These tests check that what they call exists, and that their requirements come first.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import about from '../../package.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '../..')
const FILES = globSync('.github/workflows/*.yml', { cwd: ROOT })
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')

it('there are two', () => {
  expect(FILES).toHaveLength(2)
})

describe.each(FILES)('%s', (file) => {
  const text = textOf(file)

  it('has only the permissions that its jobs ask for, and pins its actions by content', () => {
    expect(text).toContain('\npermissions: {}\n')
    const actions = [...text.matchAll(/uses: (.+)/g)].map(([, action]) => action!)
    expect(actions.length).toBeGreaterThan(0)
    expect(actions.filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d/.test(action))).toEqual([])
  })

  it('calls scripts that exist', () => {
    const scripts = [...text.matchAll(/npm (?:run )?(start|dev|pack|test[\w:]*)/g)].map(([, name]) => name!)
    const programs = [...text.matchAll(/run: node (\S+)/g)].map(([, path]) => path!)
    expect(scripts.filter((name) => !Object.hasOwn(about.scripts, name))).toEqual([])
    expect(programs.filter((path) => globSync(path, { cwd: ROOT }).length === 0)).toEqual([])
  })

  it('installs what Ubuntu lacks before anything of ours runs', () => {
    const linux = text.indexOf("if: runner.os == 'Linux'")
    expect(linux).toBeGreaterThan(0)
    expect(linux).toBeLessThan(text.search(/run: (npm|node) /))
    for (const needed of ['libsecret-1-dev', 'xvfb', 'gnome-keyring', 'apparmor_restrict_unprivileged_userns=0']) {
      expect(text).toContain(needed)
    }
  })
})

it('a release has Electron before it packs', () => {
  const text = textOf('.github/workflows/release.yml')
  const fetched = text.indexOf('run: node build/electron-binary.mjs')
  expect(fetched).toBeGreaterThan(0)
  expect(fetched).toBeLessThan(text.indexOf('npm run pack'))
})
