/** Saves text as a file, as the app does it. */
import { inject, type InjectionKey } from 'vue'
import type { Message } from '#shared/domain/message.ts'

/** The kind of a saved text; main names the file by it. */
export type SavedAs = 'csv' | 'journal' | 'journalLines' | 'profile' | 'report' | 'table'

/** Resolves with what to show; null: nothing. The app provides it. */
export type SaveText = (what: SavedAs, text: string) => Promise<Message | null>

export const SAVE_TEXT: InjectionKey<SaveText> = Symbol('saveText')

export function useSaveText(): SaveText {
  const saveText = inject(SAVE_TEXT)
  if (!saveText) throw new Error('The window was mounted without SAVE_TEXT.')
  return saveText
}
