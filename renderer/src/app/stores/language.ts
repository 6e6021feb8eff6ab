/** The language that was chosen for Plimsoll, as far as this window knows. State only; no calls. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { spokenBy, type LanguageSetting } from '#shared/words/say.ts'
import { setLanguage } from '../../kit/say.ts'

export const useLanguageStore = defineStore('language', () => {
  const setting = shallowRef<LanguageSetting>({ choice: 'system', system: 'en', notice: null })

  /** From now on the window speaks it. */
  function take(next: LanguageSetting): void {
    setting.value = next
    setLanguage(spokenBy(next))
  }

  return { setting, take }
})
