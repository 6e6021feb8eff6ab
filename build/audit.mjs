// `npm run audit`: checks our windows with a reviewer's tools: their content policies and their preferences.
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import ts from 'typescript'
import { PAGE_POLICY, STATIC_POLICY } from '../electron/main/window/app-files.ts'
import { ROOT } from './run.mjs'

const require = createRequire(import.meta.url)
/** @type {{ CspParser: new (policy: string) => { csp: object } }} */
const { CspParser } = require('csp_evaluator/dist/parser.js')
/** @type {{ CspEvaluator: new (csp: object) => { evaluate(): { directive: string, value?: string, description: string }[] } }} */
const { CspEvaluator } = require('csp_evaluator/dist/evaluator.js')

/** Known and accepted: our own origin serves only built files. */
const KNOWN = ["script-src 'self': 'self' can be problematic if you host JSONP, AngularJS or user uploaded files."]

/**
 * What csp_evaluator finds in a policy.
 * @param {string} policy
 */
export function policyFaults(policy) {
  const found = new CspEvaluator(new CspParser(policy).csp).evaluate()
  return found
    .map(({ directive, value = '', description }) => `${directive} ${value}: ${description}`)
    .filter((fault) => !KNOWN.includes(fault))
}

/** The preferences that each window must set, with their allowed values. Besides `FREE`, it may set no others. */
const PREFERENCES = new Map([
  ['sandbox', ['true']],
  ['contextIsolation', ['true']],
  ['nodeIntegration', ['false']],
  ['webviewTag', ['false']],
  ['spellcheck', ['false']],
  ['disableDialogs', ['true']],
  ['devTools', ['false', '!app.isPackaged']],
])
const FREE = ['preload', 'partition']
/** The classes that show a page. */
const WINDOWS = ['BrowserWindow', 'BrowserView', 'WebContentsView']

/**
 * The windows that a file makes, and the preferences in them that are missing or not allowed.
 * @param {string} name
 * @param {string} text
 * @returns {{ count: number, faults: string[] }} `count`: how many windows it makes
 */
export function windowFaults(name, text) {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
  const found = { count: 0, faults: /** @type {string[]} */ ([]) }
  /** @param {ts.Node} node */
  function look(node) {
    if (ts.isNewExpression(node) && WINDOWS.includes(node.expression.getText().split('.').at(-1) ?? '')) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart())
      found.count += 1
      const options = propertiesOf(node.arguments?.[0]).find(([key]) => key === 'webPreferences')
      found.faults.push(...preferenceFaults(propertiesOf(options?.[1])).map((why) => `${name}:${line + 1} ${why}`))
    }
    ts.forEachChild(node, look)
  }
  look(file)
  return found
}

/** @param {readonly (readonly [string, ts.Node])[]} given */
function preferenceFaults(given) {
  const names = given.map(([name]) => name)
  return [
    ...[...PREFERENCES.keys()].filter((name) => !names.includes(name)).map((name) => `${name} is not said`),
    ...given.flatMap(([name, value]) => {
      if (FREE.includes(name) || PREFERENCES.get(name)?.includes(value.getText())) return []
      return [`${name}: ${value.getText()}`]
    }),
  ]
}

/**
 * Name and value of each property of an object literal, including those of objects spread into it.
 * @param {ts.Node | undefined} node
 * @returns {[string, ts.Node][]}
 */
function propertiesOf(node) {
  if (node === undefined) return []
  if (!ts.isObjectLiteralExpression(node)) return [['…', node]]
  return node.properties.flatMap((property) => {
    if (ts.isSpreadAssignment(property)) return propertiesOf(property.expression)
    const value = ts.isPropertyAssignment(property) ? property.initializer : property
    return [[property.name?.getText() ?? '…', value]]
  })
}

/** Checks every policy and every window. */
export function audit() {
  const files = globSync('electron/**/*.ts', { cwd: ROOT }).map((file) =>
    windowFaults(file, readFileSync(join(ROOT, file), 'utf8')),
  )
  return {
    windows: files.reduce((sum, { count }) => sum + count, 0),
    faults: [PAGE_POLICY, STATIC_POLICY].flatMap(policyFaults).concat(files.flatMap(({ faults }) => faults)),
  }
}

if (process.argv[1] === import.meta.filename) {
  const { windows, faults } = audit()
  for (const fault of faults) console.log(fault)
  console.log(`2 policies, ${windows} windows, ${faults.length} faults`)
  if (faults.length > 0) process.exitCode = 1
}
