import { compileScript, parse } from 'vue/compiler-sfc'

/**
 * Nothing unused: every file, export, type and package must be reached from one of these. `knip` finds what nothing uses;
 * `knip --production`, which starts from those with a `!`, finds what only tests use.
 */
const ENTRIES = [
  'electron/main/{index,check/check,upkeep/backup-cli}.ts!',
  'electron/preload/{index,mini,secret}.ts!',
  'electron/vault/process.ts!',
  'electron/simulator/process.ts!',
  'electron/simulator/testing/cli.ts',
  'electron/risk/risk-worker.ts!',
  'renderer/src/app/main.ts!',
  'renderer/gallery/main.ts',
  'build/*.mjs!',
  'build/package/{config,fuses,sign-update}.mjs!',
  // Used by electron.vite.config.ts too.
  'build/package/bundled.ts!',
  'build/dev/window.cjs!',
  'build/chromium-host/{boot,utility-entry}.ts!',
  'build/chromium-host/fixture-app/*.{mjs,cjs}',
  'test/{soak,mutants}/cli.ts',
  'test/mutants/worker.ts',
  'test/bench/run-one.ts',
  'test/bench/**/*.bench.ts',
  'test/bench/ccxt/bitrue.ts',
  'test/soak/kills/desk-process.ts',
  'test/support/in-a-zone.ts',
  'test/support/troubled-risk-worker.ts',
  'test/support/vault-heap.ts',
  'test/soak/properties/more-runs.ts',
]

/** What is there for tests alone, and may be. */
const FOR_TESTS = [
  'build/chromium-host/fixture-app/**',
  // The simulated venue is the other side of the tests: they set its faults and read its books.
  'electron/simulator/testing/**',
  // For whoever works on the window, and measured by a test.
  'renderer/gallery/**',
]

/** What only tests use until the history screen shows it: performance, and histories page by page. */
const FOR_HISTORY = ['shared/risk/performance/**', 'electron/venue/client/pages.ts']

const isProduction = process.argv.includes('--production')

export default {
  entry: ENTRIES,
  project: ['{electron,renderer,shared}/**/*.{ts,vue,css}!', 'build/**/*.{ts,mjs,cjs}!', 'test/**/*.{ts,mjs}'],
  ignore: ['test/lint/planted/**', ...(isProduction ? [...FOR_TESTS, ...FOR_HISTORY] : [])],
  // Run by name.
  ignoreDependencies: ['electron-builder'],
  // A function that its own file uses may be exported for a test of it.
  ignoreExportsUsedInFile: isProduction,
  ignoreIssues: {
    // What the package of Electron downloads itself with, in its own version.
    'build/electron-binary.mjs': ['unlisted'],
    // A part of echarts' own drawing, in its version.
    'renderer/src/kit/chart/register.ts': ['unlisted'],
    // Packages of test/bench/package.json; programs of the system.
    'test/bench/**': ['unlisted'],
    'test/**': ['binaries'],
    // The oracles of components of VaR and ES.
    ...(isProduction && {
      'shared/risk/var/{components,modified-components}.ts': ['exports', 'files'],
      'shared/risk/series/ewma.ts': ['exports'],
    }),
  },
  compilers: {
    // Knip reads scripts; what a template uses is in the script that Vue compiles it to.
    vue: (text, filename) => {
      const { descriptor } = parse(text, { filename })
      const styles = descriptor.styles.flatMap(({ src }) => (src ? [`import '${src}'`] : []))
      return [compileScript(descriptor, { id: filename, inlineTemplate: true }).content, ...styles].join('\n')
    },
    css: (text) => [...text.matchAll(/@import '([^']+)'/g)].map(([, path]) => `import '${path}'`).join('\n'),
  },
}
