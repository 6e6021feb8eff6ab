/** No window has more rights than it needs, and no content policy has a hole that a review tool would find. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { audit, policyFaults, windowFaults } from '../../build/audit.mjs'

it('finds nothing in any window', () => {
  expect(audit()).toEqual({ windows: 3, faults: [] })
})

it('finds the planted violations', () => {
  const name = 'test/lint/planted/windows/open-door.ts'
  const { count, faults } = windowFaults(name, readFileSync(name, 'utf8'))
  expect(count).toBe(3)
  expect(faults.map((fault) => fault.replace(`${name}:`, ''))).toEqual([
    '4 contextIsolation is not said',
    '4 spellcheck is not said',
    '4 disableDialogs is not said',
    '4 devTools is not said',
    '4 sandbox: false',
    '4 …: more',
    '4 nodeIntegration: true',
    '4 webSecurity: false',
    ...'sandbox contextIsolation nodeIntegration webviewTag spellcheck disableDialogs devTools'
      .split(' ')
      .map((preference) => `7 ${preference} is not said`),
    '8 disableDialogs: false',
    '8 devTools: true',
    '8 experimentalFeatures: true',
  ])
})

it.each([
  ["default-src 'none'; script-src 'self' 'unsafe-inline'", /unsafe-inline/],
  ["default-src 'none'; script-src https:; base-uri 'none'", /https:/],
  ["default-src *; base-uri 'none'", /\*/],
  ["script-src 'self'", /object-src/],
])('finds the hole in %s', (policy, fault) => {
  expect(policyFaults(policy).join('\n')).toMatch(fault)
})
