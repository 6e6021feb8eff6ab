/** Turns a text or a file into a venue profile; shows what is being read and what is wrong with it. */
import { shallowRef, type Ref } from 'vue'
import type { Failure } from '#shared/domain/failure.ts'
import type { Message } from '#shared/domain/message.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { PROFILE_MAX_LENGTH } from '#shared/ipc/account-limits.ts'
import type { VenueProfileView } from '#shared/ipc/contract.ts'
import { message } from '#shared/words/message.ts'
import type { UsedProfile } from '../app/stores/entry.ts'

export type ReadProfile = (text: string) => Promise<Result<VenueProfileView, Failure>>

const TOO_LONG = message('accounts.profile.tooLong', { most: PROFILE_MAX_LENGTH })
/** UTF-8 takes at most this many bytes per character: the size of a larger file alone proves it too long. */
const BYTES_PER_CHARACTER = 4

/** `text`: what is typed. A file's content goes there too, so that the trader can see and fix its faults. */
export function useProfileText(text: Ref<string | null>, read: ReadProfile) {
  const isReading = shallowRef(false)
  const fault = shallowRef<Message | null>(null)

  /** The profile in the text; null if it is none, and then `fault` says why. */
  async function readText(): Promise<UsedProfile | null> {
    const asked = text.value
    if (asked === null || isReading.value) return null
    isReading.value = true
    const answer = await checked(asked, read)
    isReading.value = false
    // The trader has removed or changed the text meanwhile: do not use this profile.
    if (text.value !== asked) return null
    fault.value = answer.ok ? null : answer.error
    return answer.ok ? { text: asked, view: answer.value } : null
  }

  async function readFile(file: File): Promise<UsedProfile | null> {
    const content = await contentOf(file)
    if (text.value === null) return null
    if (content.ok) {
      text.value = content.value
      return readText()
    }
    fault.value = content.error
    return null
  }

  return { isReading, fault, readText, readFile }
}

async function checked(text: string, read: ReadProfile): Promise<Result<VenueProfileView, Message>> {
  if (text.length > PROFILE_MAX_LENGTH) return err(TOO_LONG)
  const answer = await read(text)
  return answer.ok ? answer : err(answer.error.message)
}

async function contentOf(file: File): Promise<Result<string, Message>> {
  if (file.size > PROFILE_MAX_LENGTH * BYTES_PER_CHARACTER) return err(TOO_LONG)
  try {
    const content = await file.text()
    return content.length > PROFILE_MAX_LENGTH ? err(TOO_LONG) : ok(content)
  } catch {
    return err(message('accounts.profile.unread'))
  }
}
