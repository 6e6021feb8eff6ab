/** What the window hides from others who see the screen: the level, and whether it is blank behind other programs. */
import { computed } from 'vue'
import { PRIVACY_LEVELS, type Privacy } from '#shared/words/say.ts'
import { useSession } from './session.ts'
import { useSettingsStore } from './stores/settings.ts'

export function usePrivacy() {
  const session = useSession()
  const settings = useSettingsStore()

  const level = computed({
    get: () => settings.view.privacy,
    set: (privacy: Privacy) => void session.changeSettings({ privacy }),
  })
  const blanksBehind = computed({
    get: () => settings.view.blanksBehind,
    set: (isOn: boolean) => void session.changeSettings({ blanksBehind: isOn }),
  })

  /** The level after this one; after the last, all is shown. */
  function next(): void {
    const [first] = PRIVACY_LEVELS
    level.value = PRIVACY_LEVELS[PRIVACY_LEVELS.indexOf(level.value) + 1] ?? first
  }

  return { level, blanksBehind, next }
}
