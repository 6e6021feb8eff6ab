/** The settings that main keeps, as far as this window knows. State only; no calls. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { spokenBy, USUAL_SETTINGS, type SettingsView } from '#shared/ipc/settings.ts'
import { keyMapOf } from '#shared/words/keys.ts'
import { setKeys } from '../../kit/keys.ts'
import { setPrivacy } from '../../kit/privacy.ts'
import { setReportingCoin } from '../../kit/reporting.ts'
import { setLanguage, setNumbers } from '../../kit/say.ts'

export const useSettingsStore = defineStore('settings', () => {
  const view = shallowRef<SettingsView>({ ...USUAL_SETTINGS, system: 'en', notice: null })

  /** Applies the language, the form of numbers, the privacy level, the decimals of totals and the keys from now on. */
  function take(next: SettingsView): void {
    view.value = next
    setLanguage(spokenBy(next))
    setNumbers(next.numbers)
    setPrivacy(next.privacy)
    setReportingCoin(next.reporting.reportingCoin)
    setKeys(keyMapOf(next.keys))
  }

  return { view, take }
})
