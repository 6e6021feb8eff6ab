import { basename, join } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findHeadlessChromium } from './build/chromium-binary.mjs'

const CHROMIUM = findHeadlessChromium() ?? 'chromium'

/** The last one: words as wide as in a window. The headless shell would place each letter between two pixels. */
const FLAGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync --disable-font-subpixel-positioning'

/** Tests that change their page for good: what every message says, or which styles it takes. */
const ALONE = ['app/long-words', 'kit/chart/charts', 'risk/risk'].map((name) => `test/browser/${name}.test.ts`)

const WINDOW_PACKAGES = [
  '@lucide/vue',
  '@tanstack/vue-virtual',
  '@vue/test-utils',
  '@vueuse/core',
  'decimal.js',
  'echarts/charts',
  'echarts/components',
  'echarts/core',
  'echarts/features',
  'echarts/renderers',
  'pinia',
  'reka-ui',
  'vue',
  'vue-echarts',
  'vue-router',
  'zrender/lib/core/LRU.js',
  'zrender/lib/core/platform.js',
]

/**
 * Pictures of the window (test/browser/looks). A letter that is gone, or a colour that is another, differs in more pixels
 * than this; edges of letters, which pixelmatch leaves out, may differ a little.
 */
const PICTURES = {
  comparatorName: 'pixelmatch' as const,
  // Until two shots in a row are alike: on a machine several times slower.
  timeout: 60_000,
  comparatorOptions: { threshold: 0.06, allowedMismatchedPixels: 12 },
  resolveScreenshotPath: ({
    root,
    testFileDirectory,
    arg,
    ext,
  }: Record<'root' | 'testFileDirectory' | 'arg' | 'ext', string>) =>
    join(root, testFileDirectory, 'baseline', `${arg}${ext}`),
}

const PATIENCE = { timeout: 240_000 }

/** `npm run soak -- --properties`: as many runs as that says, which take as long as they do. */
const MORE_RUNS = process.env['PLIMSOLL_PROPERTY_RUNS'] && 'test/soak/properties/more-runs.ts'

/** One project per kind of test; `npm test` runs them all. Keyring and e2e tests need a session of their own, so they are last. */
export default defineConfig({
  plugins: [vue()],
  test: {
    // Programs that tests start compile their sources once, not each time: half of what a start takes.
    env: { TZ: 'UTC', NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
    // On any machine: many tests wait for the pace of a venue, and more at once would miss what is seen in passing.
    maxWorkers: 2,
    // What is waited for may take its time on a busy machine: screens are compiled when first opened, a venue has a pace.
    expect: { poll: PATIENCE },
    // The one limit of every test, for a machine ten times slower: nothing takes that long where all is well.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    reporters: ['default', './test/support/closing-line.ts'],
    projects: [
      // Code with hardly any state of its own: loaded once in each worker, not once for each file, in a third of the time.
      node('unit', { isolate: false }),
      node('property', { isolate: false, ...(MORE_RUNS && { testTimeout: 0, setupFiles: [MORE_RUNS] }) }),
      node('integration'),
      node('lint'),
      node('keyring', { fileParallelism: false }),
      node('e2e', {
        // After all others, and one more at once: an open app mostly waits, for its venue or for the test.
        sequence: { groupOrder: 1 },
        maxWorkers: 3,
        // What is asked for again and again is often the whole account: more often, and the app had little time for else.
        expect: { poll: { ...PATIENCE, interval: 250 } },
      }),
      {
        extends: true,
        // Named here because screens are loaded when first opened: a package that Vite finds in the middle of a run is
        // bundled anew, and the page ends up with two copies of Vue.
        optimizeDeps: { include: WINDOW_PACKAGES },
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          provide: { browser: basename(CHROMIUM) },
          // Files share a page: the window is loaded twice, not sixty times.
          isolate: false,
          setupFiles: ['test/browser/support/clean-page.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            expect: { toMatchScreenshot: PICTURES },
            provider: playwright({
              launchOptions: { executablePath: CHROMIUM, args: FLAGS.split(' ') },
            }),
            viewport: { width: 1280, height: 800 },
            instances: [
              { browser: 'chromium', exclude: ALONE },
              { browser: 'chromium', name: 'browser (alone)', include: ALONE, isolate: true },
            ],
          },
        },
      },
    ],
  },
})

function node(name: string, options: Record<string, unknown> = {}) {
  return { extends: true as const, test: { name, include: [`test/${name}/**/*.test.ts`], ...options } }
}
