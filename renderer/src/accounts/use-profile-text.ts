/** From a text or a file to a venue profile: what is being read and what is wrong with it. */
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
/** UTF-8 takes at most so many bytes for a character: a larger file need not be read to know that it is too long. */
const BYTES_PER_CHARACTER = 4

/** `text`: what is typed; a file's content is put there, so that what is wrong in it can be seen and mended. */
export function useProfileText(text: Ref<string | null>, read: ReadProfile) {
  const isReading = shallowRef(false)
  const fault = shallowRef<Message | null>(null)

  /** The profile that the text is; null when it is none, and then `fault` says why. */
  async function readText(): Promise<UsedProfile | null> {
    const asked = text.value
    if (asked === null || isReading.value) return null
    isReading.value = true
    const answer = await checked(asked, read)
    isReading.value = false
    // The trader has put it away or changed it meanwhile: it is not to be used.
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
