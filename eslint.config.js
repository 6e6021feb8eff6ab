import regexp from 'eslint-plugin-regexp'
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
  /^((\.\.\/)+|#electron\/)venue\/(?!(port|venue)\.ts$)/,
  'The venue is used through electron/venue/port.ts and venue.ts.',
)
const NO_TESTING = ban(
  /(^|\/)testing\//,
  'What tests do to the simulator is not part of the app: the server is given a hook (wire/hook.ts).',
)
const NO_JSON = ban(/(^|\/)json\//, 'JSON of a venue is read by electron/venue/decode, out of what read-reply unwraps.')
const NO_JSON_PARTS = ban(/(^|\/)json\/(?!reader\.ts$)/, 'The JSON reader is used through its reader.ts.')
const NO_FETCHING = ban(/\/(bridge|session)\.ts$/, 'Stores hold state; session.ts fetches and hands it to them.')

const NO_VAULT = ban(/(^|\/)vault\/(?!seal\.ts$)/, 'Of the vault a preload knows how to seal for it: vault/seal.ts.')

const EVERYWHERE = [NO_KEYTAR, NO_DECIMAL]
const SHARED_SIDE = [...EVERYWHERE, NO_ELECTRON, NO_NODE, NO_VUE, NO_RENDERER, NO_MAIN, NO_TESTS]
const NODE_SIDE = [...EVERYWHERE, NO_ELECTRON, NO_VUE, NO_RENDERER, NO_TESTS, NO_TESTING]
const WINDOW_SIDE = [...EVERYWHERE, NO_ELECTRON, NO_NODE, NO_MAIN, NO_TESTS]
const without = (lifted, bans) => bans.filter((kept) => kept !== lifted)

/** The folders of electron/. Each knows of the others only what its row allows. */
const SIBLINGS = [
  'desk',
  'events',
  'history',
  'main',
  'portfolio',
  'preload',
  'risk',
  'simulator',
  'sqlite',
  'vault',
  'venue',
]
const strangers = (own, ...allowed) =>
  SIBLINGS.filter((name) => name !== own && !allowed.includes(name)).map((name) =>
    ban(new RegExp(`^((\\.\\./)+|#electron/)${name}/`), `This folder does not know electron/${name}.`),
  )
const VAULT = [...NODE_SIDE, ...strangers('vault')]
const VENUE = [...NODE_SIDE, ...strangers('venue')]
/** The reader of a venue's JSON is frozen (ADR 0008), and these alone know it: decoders, and what unwraps replies. */
const JSON_READERS = [
  'electron/venue/decode/**',
  'electron/venue/http/envelopes.ts',
  'electron/venue/client/read-reply.ts',
  'electron/venue/endpoints/row.ts',
]
const SIMULATOR = [...NODE_SIDE, ...strangers('simulator')]

/** The folders of shared/, each over those before it: a folder knows only what its row names. */
const SHARED = {
  domain: [],
  words: ['domain'],
  risk: ['domain', 'words'],
  desk: ['domain', 'words', 'risk'],
  events: ['domain', 'words', 'desk'],
}
const ABOVE_ALL = ['snapshot', 'ipc']
const sharedRow = (own, allowed) =>
  [...Object.keys(SHARED), ...ABOVE_ALL]
    .filter((name) => name !== own && !allowed.includes(name))
    .map((name) => ban(new RegExp(`^((\\.\\./)+|#shared/)${name}/`), `shared/${own} does not know shared/${name}.`))
const DOMAIN = [...SHARED_SIDE, ...sharedRow('domain', [])]

/** What any screen is made of: knows how to show things, not which. */
const KIT = [
  ...WINDOW_SIDE,
  ...[
    'app',
    'strip',
    'desk',
    'fan-out',
    'overview',
    'positions',
    'orders',
    'journal',
    'accounts',
    'risk',
    'palette',
    'workspace',
  ].map((name) =>
    ban(new RegExp(`^(\\.\\./)+${name}/`), `The kit does not know renderer/src/${name}: pass what it shows in.`),
  ),
  ban(/#shared\/(desk|events|ipc)\//, 'The kit does not know the desk: pass what it shows in.'),
]

const LAYERS = [
  { files: ['shared/**'], bans: SHARED_SIDE },
  ...Object.entries(SHARED).map(([own, allowed]) => ({
    files: [`shared/${own}/**`],
    bans: [...SHARED_SIDE, ...sharedRow(own, allowed)],
  })),
  { files: ['shared/domain/decimal.ts'], bans: without(NO_DECIMAL, DOMAIN) },
  // The composition root knows every folder.
  { files: ['electron/main/**'], bans: [...without(NO_ELECTRON, NODE_SIDE), VENUE_FACE] },
  {
    files: ['electron/preload/**'],
    bans: [...without(NO_ELECTRON, NODE_SIDE), NO_NODE, ...strangers('preload', 'vault'), NO_VAULT],
  },
  { files: ['electron/venue/**'], bans: [...VENUE, NO_JSON] },
  { files: JSON_READERS, bans: [...VENUE, NO_JSON_PARTS] },
  { files: ['electron/venue/json/**'], bans: VENUE },
  { files: ['electron/simulator/**'], bans: SIMULATOR },
  { files: ['electron/simulator/testing/**'], bans: without(NO_TESTING, SIMULATOR) },
  { files: ['electron/vault/**'], bans: VAULT },
  { files: ['electron/vault/keychain.ts'], bans: without(NO_KEYTAR, VAULT) },
  {
    files: ['electron/portfolio/**'],
    bans: [...NODE_SIDE, VENUE_FACE, ...strangers('portfolio', 'events', 'history', 'risk', 'venue')],
  },
  { files: ['electron/risk/**'], bans: [...NODE_SIDE, ...strangers('risk')] },
  { files: ['electron/desk/**'], bans: [...NODE_SIDE, VENUE_FACE, ...strangers('desk', 'sqlite', 'venue')] },
  { files: ['electron/events/**'], bans: [...NODE_SIDE, VENUE_FACE, ...strangers('events', 'sqlite', 'venue')] },
  { files: ['electron/history/**'], bans: [...NODE_SIDE, ...strangers('history', 'sqlite')] },
  { files: ['electron/log/**'], bans: [...NODE_SIDE, ...strangers('log')] },
  { files: ['electron/sqlite/**'], bans: [...NODE_SIDE, ...strangers('sqlite')] },
  { files: ['renderer/**'], bans: WINDOW_SIDE },
  { files: ['renderer/src/kit/**'], bans: KIT },
  { files: ['renderer/src/app/stores/**'], bans: [...WINDOW_SIDE, NO_FETCHING] },
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
  selector:
    'CallExpression:matches([callee.name=/^set(Timeout|Interval)$/], [callee.property.name=/^set(Timeout|Interval)$/])',
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

/**
 * An expression meets what a venue or a trader wrote: its work grows with the length of the text, not faster.
 *
 * @type {import('eslint').Linter.Config[]}
 */
export const expressions = [
  {
    files: ['{electron,renderer,shared}/**/*.{ts,vue}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
]

/** What is said is in the catalogue (shared/words): here are codes and facts. */
const SENTENCES = ['Literal[value=/[a-z]{2} [a-z]/]', 'TemplateElement[value.raw=/[a-z]{2} [a-z]/]'].map(
  (selector) => ({
    // What a broken program throws or logs is for its developers.
    selector: `${selector}:not(NewExpression[callee.name=/Error$/] *, CallExpression[callee.object.name='console'] *)`,
    message: 'A sentence belongs in shared/words: make a message of it.',
  }),
)
const WITHOUT_SENTENCES = ['shared/**/*.ts', 'electron/**/*.ts']
const STILL_WITH = [
  'shared/words/**',
  'electron/simulator/**',
  // How a command is typed, and what a fault of Plimsoll says of itself to its developers.
  'electron/main/check/input.ts',
  'electron/main/lifecycle/fault.ts',
  'electron/main/check/summary.ts',
  // The markup of a page; its words are messages.
  'electron/main/window/secret-page.ts',
  'electron/main/window/mini-page.ts',
  // A document for an issue tracker, in English wherever it is made.
  'electron/venue/probe/issue-text.ts',
]

/** The window says `t('app.screen.positions')`. */
const WINDOW_WITHOUT_SENTENCES = ['renderer/src/**/*.ts', 'renderer/src/**/*.vue']

/** Where time comes in. */
const REAL_CLOCKS = [
  'electron/main/system-clock.ts',
  'electron/simulator/**/real-clock.ts',
  // Its page has no other code to be given one by.
  'electron/preload/mini.ts',
  'renderer/src/app/main.ts',
]

/** Syntax bans per folder. */
export const syntax = [
  {
    files: ['electron/**/*.ts', 'shared/**/*.ts'],
    ignores: REAL_CLOCKS,
    rules: { 'no-restricted-syntax': ['error', ENUMS, TIMERS, FLOATS, ...CLOCKS] },
  },
  {
    files: WITHOUT_SENTENCES,
    ignores: [...STILL_WITH, ...REAL_CLOCKS],
    rules: { 'no-restricted-syntax': ['error', ENUMS, TIMERS, FLOATS, ...CLOCKS, ...SENTENCES] },
  },
  {
    files: WINDOW_WITHOUT_SENTENCES,
    ignores: REAL_CLOCKS,
    rules: { 'no-restricted-syntax': ['error', ENUMS, TIMERS, ...CLOCKS, ...SENTENCES] },
  },
]

/** The same for what stands in a template. */
const WORDS_IN_TEMPLATES = {
  files: WINDOW_WITHOUT_SENTENCES.filter((file) => !file.endsWith('.ts')),
  rules: {
    'vue/no-bare-strings-in-template': [
      'error',
      // Besides signs: our name, and what is printed on keys.
      { allowlist: [...'·—–→×%…/:;,.()[]+−-=<>≤≥#*“”?|', 'Plimsoll', 'Enter', 'Esc'] },
    ],
    'vue/no-restricted-syntax': [
      'error',
      ...SENTENCES.flatMap(({ selector, message }) => [
        { selector: `VElement > VExpressionContainer ${selector}`, message },
        { selector: `VAttribute[directive=true]:not([key.argument.name=/^(class|style)$/]) ${selector}`, message },
      ]),
    ],
  },
}

const RULES = {
  'max-lines': ['error', { max: 400, skipBlankLines: true }],
  'no-restricted-syntax': ['error', ENUMS],
  '@typescript-eslint/consistent-type-imports': 'error',
}
/** As in .oxlintrc.json, where the reasons are. */
const TYPED_RULES = {
  '@typescript-eslint/switch-exhaustiveness-check': 'error',
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
  '@typescript-eslint/require-await': 'off',
  '@typescript-eslint/no-confusing-void-expression': 'off',
  // TypeScript can not type an imported .vue file here.
  '@typescript-eslint/no-unsafe-argument': 'off',
  '@typescript-eslint/no-unsafe-assignment': 'off',
  '@typescript-eslint/no-unsafe-call': 'off',
  '@typescript-eslint/no-unsafe-member-access': 'off',
  '@typescript-eslint/no-unsafe-return': 'off',
}

export default ts.config(
  { ignores: ['node_modules/', 'out/', 'dist/', 'test/lint/planted/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    // The rules that need types are oxlint's for these files (.oxlintrc.json): the same rules in a tenth of the time.
    files: ['**/*.ts'],
    extends: [ts.configs.strict],
    rules: RULES,
  },
  {
    // oxlint does not yet give a component's script its types.
    files: ['**/*.vue'],
    extends: [ts.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, extraFileExtensions: ['.vue'], tsconfigRootDir: import.meta.dirname },
    },
    rules: { ...RULES, ...TYPED_RULES },
  },
  {
    // Code of the window and its tests: nothing else knows Vue.
    files: ['renderer/**/*.{ts,vue}', 'test/{browser,unit/renderer,property/renderer}/**/*.ts'],
    extends: [vue.configs['flat/recommended']],
    rules: {
      'vue/no-v-html': 'error',
      'vue/no-undef-components': ['error', { ignorePatterns: ['RouterView', 'RouterLink'] }],
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
      // The formatter owns the layout.
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
  WORDS_IN_TEMPLATES,
  {
    files: ['**/*.vue'],
    languageOptions: { parser: vueParser, parserOptions: { parser: ts.parser } },
  },
  // Vue's rules bring its parser along, which reads a plain TypeScript file as JavaScript.
  { files: ['**/*.ts'], languageOptions: { parser: ts.parser } },
  ...syntax,
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
  ...expressions,
)
