/** Saves text as a file, as the app does it. */
import { inject, type InjectionKey } from 'vue'
import type { Message } from '#shared/domain/message.ts'

/** The kind of a saved text; main names the file by it. */
export type SavedAs = 'csv' | 'journal' | 'journalLines' | 'profile' | 'report' | 'table'

/** Resolves with what to show; null: nothing. The app provides it where something may be saved. */
export type SaveText = (what: SavedAs, text: string) => Promise<Message | null>

export const SAVE_TEXT: InjectionKey<SaveText> = Symbol('saveText')

/** null: this window saves nothing. */
export function useSaveText(): SaveText | null {
  return inject(SAVE_TEXT, null)
}
