import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { localFailure } from '#shared/domain/failure.ts'
import { err } from '#shared/domain/result.ts'
import { message } from '#shared/words/message.ts'
import { fixtureSnapshot } from '#test/support/snapshot.ts'
import type { Component } from 'vue'
import { useWhatIfStore } from '../../../renderer/src/app/stores/what-if.ts'
import { setLanguage } from '../../../renderer/src/kit/say.ts'
import CorrelationTab from '../../../renderer/src/risk/correlation/CorrelationTab.vue'
import FundingTab from '../../../renderer/src/risk/funding/FundingTab.vue'
import LiquidityTab from '../../../renderer/src/risk/liquidity/LiquidityTab.vue'
import VarTab from '../../../renderer/src/risk/var/VarTab.vue'
import { openWindow, painted, type Bench } from '../support/window.ts'
import { bench as stress, field, open } from './stress-window.ts'
import { wordsOf } from './words.ts'

async function speak(language: 'en' | 'zh'): Promise<void> {
  setLanguage(language)
  await painted()
}

/** Every text inside `root`: content, titles, labels and placeholders. */
function saidIn(root: HTMLElement): readonly string[] {
  return [root, ...root.querySelectorAll('*')].flatMap((each) => [
    ...[...each.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node.nodeValue ?? ''] : [])),
    ...['title', 'aria-label', 'placeholder', 'aria-valuetext'].map((name) => each.getAttribute(name) ?? ''),
  ])
}

/**
 * Words that stay English in any language: the beta of a coin, keys of a keyboard, people. Units are named outside
 * these tabs.
 */
const NAMES =
  /\b(?:[Bb]eta|Enter|Esc|Plimsoll|Celsius|long|short|cross|Park|Parkinson|Garman|Klass|Rogers|Satchell|Yang|Zhang|Cornish|Fisher|Kupiec|Christoffersen)\b/g
const english = (root: HTMLElement): readonly string[] =>
  saidIn(root).filter((text) => /[a-z]{3}/.test(text.replaceAll(NAMES, '')))

it('translates the whole Stress tab when the language changes, including earlier texts', async () => {
  const why = message('figure.noPrice')
  await open(fixtureSnapshot(), {
    saveScenario: () => Promise.resolve(err(localFailure('notSupported', 'scenario.save', why))),
  })
  useWhatIfStore().leavePosition('E-LINK-USDT:isolated:long', true)
  await field('BTC').fill('-20')
  await page.getByRole('textbox', { name: 'Name of the scenario' }).fill('W')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => wordsOf(stress.find('[role="alert"]'))).toBe('Not saved: No price.')
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('a')
  await stress.advance(600)
  const before = saidIn(stress.root)
  expect(before.join()).toContain('The arming key is off in a simulation.')

  await speak('zh')
  const panels = ['.bar', '.outcome', '.matrix', '.scenarios', '.try', '.distances', '.dominoes', '.fills', '.orders']
  expect(panels.flatMap((panel) => english(stress.find(panel)))).toEqual([])
  expect(wordsOf(stress.find('[role="alert"]'))).toBe('未保存：没有价格。')
  expect(wordsOf(stress.find('.bar'))).toContain('试算中，启用单击操作的按键无效。')

  await speak('en')
  expect(saidIn(stress.root)).toEqual(before)
})

it('translates the whole Liquidity tab when the language changes', async () => {
  const bench: Bench = await openWindow(LiquidityTab, fixtureSnapshot())
  await page.getByRole('checkbox', { name: /Stressed market/ }).click()
  bench.root.querySelector<HTMLElement>('tr.row button')?.click()
  bench.find('.costs .toggle').click()
  await painted()
  const before = saidIn(bench.root)

  await speak('zh')
  expect(english(bench.root)).toEqual([])

  await speak('en')
  expect(saidIn(bench.root)).toEqual(before)
})

it.each<[string, Component]>([
  ['VaR', VarTab],
  ['Correlation', CorrelationTab],
  ['Funding', FundingTab],
])('translates the whole %s tab when the language changes', async (_, tab) => {
  const { root } = await openWindow(tab, fixtureSnapshot())
  await expect.poll(() => root.querySelector('canvas')).not.toBeNull()
  const before = saidIn(root)

  await speak('zh')
  expect(english(root)).toEqual([])

  await speak('en')
  expect(saidIn(root)).toEqual(before)
})
