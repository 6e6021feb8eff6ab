/** The settings that main keeps, as far as this window knows. State only; no calls. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { spokenBy, USUAL_SETTINGS, type SettingsView } from '#shared/ipc/settings.ts'
import { setPrivacy } from '../../kit/privacy.ts'
import { setLanguage } from '../../kit/say.ts'

export const useSettingsStore = defineStore('settings', () => {
  const view = shallowRef<SettingsView>({ ...USUAL_SETTINGS, system: 'en', notice: null })

  /** Applies the language and the privacy level from now on. */
  function take(next: SettingsView): void {
    view.value = next
    setLanguage(spokenBy(next))
    setPrivacy(next.privacy)
  }

  return { view, take }
})
