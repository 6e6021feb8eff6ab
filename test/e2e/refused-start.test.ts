// A profile whose restore can neither continue nor be undone. A start that read or wrote it could lose the journal.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { launchApp, ROOT } from './launch.ts'

const OWN = ['accounts.json', 'restore-staged', 'restore.json']

it('a start after a restore that cannot be finished says why and touches no file; once repaired, Plimsoll starts', async () => {
  const userData = mkdtempSync(join(tmpdir(), 'plimsoll-refused-'))
  onTestFinished(() => rmSync(userData, { recursive: true, force: true, maxRetries: 5 }))
  mkdirSync(join(userData, 'restore-staged'))
  writeFileSync(join(userData, 'restore-staged', 'journal.sqlite'), 'newest')
  writeFileSync(join(userData, 'accounts.json'), 'half of both')
  writeFileSync(join(userData, 'restore.json'), '{')

  const electron = createRequire(import.meta.url)('electron') as unknown as string
  const app = spawn(electron, ['--no-sandbox', `--user-data-dir=${userData}`, ROOT], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, LANGUAGE: 'en_US' },
  })
  const [said, exit] = await Promise.all([text(app.stderr), once(app, 'exit')])
  expect(exit).toEqual([1, null])
  // The Chromium host prints its dialogs.
  if (electron.includes('chromium-host')) expect(said).toContain(join(userData, 'restore.json'))
  const found = readdirSync(userData).filter((name) => OWN.includes(name) || name.includes('.sqlite'))
  expect(found.toSorted()).toEqual(OWN)
  expect(readFileSync(join(userData, 'accounts.json'), 'utf8')).toBe('half of both')
  expect(readFileSync(join(userData, 'restore-staged', 'journal.sqlite'), 'utf8')).toBe('newest')

  for (const name of OWN) rmSync(join(userData, name), { recursive: true })
  const { page, close } = await launchApp({ userData, keep: true })
  await page.getByRole('button', { name: 'Open the Demo account' }).waitFor()
  await close()
})
