/**
 * English with every vowel doubled, which is two fifths longer, like German or Russian. Imported before any text is
 * made.
 */
import { en } from '#shared/words/en/index.ts'

/** Text in braces is a fact, not a word. */
const longer = (text: string): string =>
  text
    .split(/(\{[^}]*\})/)
    .map((part) => (part.startsWith('{') ? part : part.replace(/[aeiou]/gi, '$&$&')))
    .join('')

for (const [code, text] of Object.entries(en)) if (typeof text === 'string') Object.assign(en, { [code]: longer(text) })
