/** The alarm: a short tone generated here, so that no file is loaded and the window's policy needs no exception. */
import { useLocalStorage } from '@vueuse/core'
import type { Ref } from 'vue'

/** Hz and seconds: two rising notes, twice. */
const NOTES = [660, 880, 660, 880] as const
const NOTE_S = 0.16
const LOUDNESS = 0.2

/** Sounds once; does nothing if the system has no sound, or lets no window make any. */
export function soundAlarm(): void {
  if (typeof AudioContext === 'undefined') return
  const audio = new AudioContext()
  const gain = audio.createGain()
  gain.gain.value = LOUDNESS
  gain.connect(audio.destination)
  const tone = audio.createOscillator()
  tone.type = 'triangle'
  NOTES.forEach((hertz, index) => tone.frequency.setValueAtTime(hertz, audio.currentTime + index * NOTE_S))
  tone.connect(gain)
  tone.addEventListener('ended', () => void audio.close())
  tone.start()
  tone.stop(audio.currentTime + NOTES.length * NOTE_S)
}

/** Whether a loss of control may sound, kept between runs; on by default. */
export function useSound(): Ref<boolean> {
  return useLocalStorage('plimsoll.sound', true)
}
