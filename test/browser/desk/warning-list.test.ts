/** The warnings of a plan: the worst at a glance, all of them after a click. */
import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { message } from '#shared/words/message.ts'
import WarningList from '../../../renderer/src/desk/WarningList.vue'

const warnings = Array.from({ length: 7 }, (_, at) => message('plan.dust', { names: [`C${at}`] }))

it('shows five, says how many more there are, and shows them on request', async () => {
  const list = mount(WarningList, { props: { warnings } })
  expect(list.findAll('li span').map((row) => row.text())).toHaveLength(5)
  const more = list.get('button')
  expect(more.text()).toBe('2 more warnings')
  await more.trigger('click')
  expect(list.findAll('li span').at(-1)?.text()).toBe('Too little to sell: C6.')
  expect(list.findAll('li span')).toHaveLength(7)
})
