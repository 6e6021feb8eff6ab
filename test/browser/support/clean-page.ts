/** Each test begins in a clean page: files share one, and with it what is kept in modules and storage. */
import { beforeAll, beforeEach, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { USUAL_REPORTING } from '#shared/risk/reporting.ts'
import { USUAL_NUMBERS } from '#shared/words/number-format.ts'
import '../../../renderer/src/app/styles/fonts.css'
import { loadFonts } from '../../../renderer/src/app/styles/load-fonts.ts'
import { setPrivacy } from '../../../renderer/src/kit/privacy.ts'
import { setReportingCoin } from '../../../renderer/src/kit/reporting.ts'
import { setLanguage, setNumbers } from '../../../renderer/src/kit/say.ts'
import { returnBasis, pnlBasis, timeZone } from '../../../renderer/src/kit/use-look.ts'

const SIZE = [1280, 800] as const

beforeAll(loadFonts)

beforeEach(async () => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  timeZone.value = 'local'
  pnlBasis.value = 'mark'
  returnBasis.value = 'roe'
  setPrivacy('shown')
  setLanguage('en')
  setNumbers(USUAL_NUMBERS)
  setReportingCoin(USUAL_REPORTING.reportingCoin)
  localStorage.clear()
  sessionStorage.clear()
  const html = document.documentElement
  const looks = html.getAttributeNames().filter((name) => name.startsWith('data-'))
  for (const name of [...looks, 'style']) html.removeAttribute(name)
  document.body.removeAttribute('style')
  // A list under the pointer holds its order and draws more rows.
  if (document.querySelector(':hover')) await leavePage()
  if (innerWidth !== SIZE[0] || innerHeight !== SIZE[1]) await page.viewport(...SIZE)
})

/** Outside of the page, the pointer is over nothing. */
const leavePage = () => cdp().send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: -1, y: -1 })
