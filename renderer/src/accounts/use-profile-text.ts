/** From a text or a file to a venue profile: what is being read and what is wrong with it. */
import { shallowRef, type Ref } from 'vue'
import type { Failure } from '#shared/domain/failure.ts'
import { err, ok, type Result } from '#shared/domain/result.ts'
import { PROFILE_MAX_LENGTH } from '#shared/ipc/account-limits.ts'
import type { VenueProfileView } from '#shared/ipc/contract.ts'
import type { UsedProfile } from '../app/stores/entry.ts'
import { say } from '../kit/say.ts'
import { clipped } from './report-words.ts'

export type ReadProfile = (text: string) => Promise<Result<VenueProfileView, Failure>>

const TOO_LONG = `This is another file: a profile holds at most ${String(PROFILE_MAX_LENGTH)} characters.`
const UNREADABLE = 'The file could not be read.'
/** UTF-8 takes at most so many bytes for a character: a larger file need not be read to know that it is too long. */
const BYTES_PER_CHARACTER = 4

/** `text`: what is typed; a file's content is put there, so that what is wrong in it can be seen and mended. */
export function useProfileText(text: Ref<string | null>, read: ReadProfile) {
  const isReading = shallowRef(false)
  const fault = shallowRef<string | null>(null)

  /** The profile that the text is; null when it is none, and then `fault` says why. */
  async function readText(): Promise<UsedProfile | null> {
    const asked = text.value
    if (asked === null || isReading.value) return null
    isReading.value = true
    const answer = await checked(asked, read)
    isReading.value = false
    // What was put away or changed meanwhile is not what anybody wants used.
    if (text.value !== asked) return null
    fault.value = answer.ok ? null : clipped(answer.error)
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

async function checked(text: string, read: ReadProfile): Promise<Result<VenueProfileView, string>> {
  if (text.length > PROFILE_MAX_LENGTH) return err(TOO_LONG)
  const answer = await read(text)
  return answer.ok ? answer : err(say(answer.error.message))
}

async function contentOf(file: File): Promise<Result<string, string>> {
  if (file.size > PROFILE_MAX_LENGTH * BYTES_PER_CHARACTER) return err(TOO_LONG)
  try {
    const content = await file.text()
    return content.length > PROFILE_MAX_LENGTH ? err(TOO_LONG) : ok(content)
  } catch {
    return err(UNREADABLE)
  }
}
