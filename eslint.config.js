import vue from 'eslint-plugin-vue'
import ts from 'typescript-eslint'
import vueParser from 'vue-eslint-parser'

/**
 * Who may import whom. Each folder names what it may not reach and what to do instead; planted violations in
 * test/lint prove that every row bites.
 */
const NO_ELECTRON = ban(
  /^electron(\/|$)/,
  'Only electron/main and electron/preload know Electron: pass what you need in.',
)
const NO_KEYTAR = ban(/^keytar$/, 'The keychain is reached through electron/vault/keychain.ts alone.')
const NO_DECIMAL = ban(/^decimal\.js/, 'Amounts are made in shared/domain/decimal.ts.')
const NO_NODE = ban(/^node:/, 'This code runs without Node: take what you need as an argument.')
const NO_VUE = ban(
  /^(vue|vue-router|vue-echarts|pinia|echarts|reka-ui|@vueuse\/.*|@tanstack\/.*)(\/|$)/,
  'Only the window knows the user interface.',
)
const NO_RENDERER = ban(/(^|\/)renderer\//, 'Main and the window meet in shared/ only.')
const NO_MAIN = ban(/(^#|\/)electron\//, 'The window meets main through shared/ipc only.')
const NO_TESTS = ban(/(^#|\/)test\//, 'Nothing imports the tests.')
const VENUE_FACE = ban(
  /^(\.\.\/|#electron\/)venue\/(?!client\.ts$)/,
  'The venue is used through electron/venue/client.ts.',
)
const NO_FETCHING = ban(/\/(bridge|session)\.ts$/, 'Stores hold state; session.ts fetches and hands it to them.')

const EVERYWHERE = [NO_KEYTAR, NO_DECIMAL]
const NODE_SIDE = [...EVERYWHERE, NO_ELECTRON, NO_VUE, NO_RENDERER, NO_TESTS]
const sibling = (...names) =>
  names.map((name) => ban(new RegExp(`^(\\.\\./|#electron/)${name}/`), `This folder does not know electron/${name}.`))

const LAYERS = [
  { files: ['shared/**'], bans: [...EVERYWHERE, NO_ELECTRON, NO_NODE, NO_VUE, NO_RENDERER, NO_MAIN, NO_TESTS] },
  {
    files: ['shared/domain/decimal.ts'],
    bans: [NO_KEYTAR, NO_ELECTRON, NO_NODE, NO_VUE, NO_RENDERER, NO_MAIN, NO_TESTS],
  },
  { files: ['electron/main/**'], bans: [...EVERYWHERE, NO_VUE, NO_RENDERER, NO_TESTS, VENUE_FACE] },
  {
    files: ['electron/preload/**'],
    bans: [
      ...EVERYWHERE,
      NO_VUE,
      NO_RENDERER,
      NO_TESTS,
      NO_NODE,
      ...sibling('main', 'venue', 'vault', 'desk', 'portfolio', 'simulator'),
    ],
  },
  { files: ['electron/venue/**'], bans: [...NODE_SIDE, ...sibling('main', 'vault', 'desk', 'portfolio', 'simulator')] },
  { files: ['electron/simulator/**'], bans: [...NODE_SIDE, ...sibling('main', 'vault', 'desk', 'portfolio', 'venue')] },
  { files: ['electron/vault/**'], bans: [...NODE_SIDE, ...sibling('main', 'desk', 'portfolio', 'simulator', 'venue')] },
  { files: ['electron/vault/keychain.ts'], bans: [NO_DECIMAL, NO_ELECTRON, NO_VUE, NO_RENDERER, NO_TESTS] },
  {
    files: ['electron/portfolio/**'],
    bans: [...NODE_SIDE, VENUE_FACE, ...sibling('main', 'vault', 'desk', 'simulator')],
  },
  {
    files: ['electron/desk/**'],
    bans: [...NODE_SIDE, VENUE_FACE, ...sibling('main', 'vault', 'portfolio', 'simulator')],
  },
  { files: ['renderer/**'], bans: [...EVERYWHERE, NO_ELECTRON, NO_NODE, NO_MAIN, NO_TESTS] },
  { files: ['renderer/src/stores/**'], bans: [...EVERYWHERE, NO_ELECTRON, NO_NODE, NO_MAIN, NO_TESTS, NO_FETCHING] },
]

function ban(regex, message) {
  return { regex: regex.source, message }
}

/** Syntax that is right in one place only. */
const CLOCKS = ['Date.now', 'performance.now', 'Math.random'].map((call) => {
  const [object, property] = call.split('.')
  return {
    selector: `CallExpression[callee.object.name='${object}'][callee.property.name='${property}']`,
    message: `${call}() is passed in (a Clock, a seeded generator): tests own the hours.`,
  }
})
const TIMERS = {
  selector: 'CallExpression[callee.name=/^(setTimeout|setInterval)$/]',
  message: 'Waiting goes through a Clock: tests own the hours.',
}
const FLOATS = {
  selector: 'CallExpression[callee.name=/^(Number|parseFloat)$/]',
  message: 'An amount is a Decimal; float64 is for statistics and charts (toFloat).',
}
const ENUMS = { selector: 'TSEnumDeclaration', message: 'Use a union of words or an `as const` table.' }

/** The import table as lint rules; a narrower row replaces the wider one's whole list. */
export const layers = LAYERS.map(({ files, bans }) => ({
  files,
  rules: { 'no-restricted-imports': ['error', { patterns: bans }] },
}))

/** Syntax bans per folder. */
export const syntax = [
  {
    files: ['electron/**/*.ts', 'shared/**/*.ts'],
    ignores: ['electron/main/system-clock.ts'],
    rules: { 'no-restricted-syntax': ['error', ENUMS, TIMERS, FLOATS, ...CLOCKS] },
  },
]

export default ts.config(
  { ignores: ['node_modules/', 'out/', 'dist/', 'test/lint/planted/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts', '**/*.vue'],
    extends: [...ts.configs.strictTypeChecked, ...vue.configs['flat/recommended']],
    languageOptions: {
      parser: vueParser,
      parserOptions: {
        parser: ts.parser,
        projectService: true,
        extraFileExtensions: ['.vue'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      'max-lines': ['error', { max: 400, skipBlankLines: true }],
      'no-restricted-syntax': ['error', ENUMS],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // A template literal of a number is what it looks like.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Handlers satisfy asynchronous faces whether or not they wait for anything.
      '@typescript-eslint/require-await': 'off',
      // A callback that only does something may be written as an expression.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      'vue/no-v-html': 'error',
      'vue/no-undef-components': ['error', { ignorePatterns: ['RouterView', 'RouterLink'] }],
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
      // Prettier owns the layout.
      'vue/max-attributes-per-line': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/html-self-closing': 'off',
      'vue/html-indent': 'off',
      'vue/html-closing-bracket-newline': 'off',
      'vue/multiline-html-element-content-newline': 'off',
      'vue/first-attribute-linebreak': 'off',
      'vue/multi-word-component-names': 'off',
    },
  },
  ...syntax,
  {
    // TypeScript can not type an imported .vue file here.
    files: ['renderer/**', 'test/**'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(skip|only|todo|fails)$/]',
          message: 'Every test runs, always.',
        },
        {
          selector: "CallExpression[callee.object.name='vi'][callee.property.name='mock']",
          message: 'Drive the real thing.',
        },
      ],
    },
  },
  ...layers,
)
