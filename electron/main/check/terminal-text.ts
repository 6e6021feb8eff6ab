/** Text in terminal columns, where a Chinese character takes two. */

const WIDE = /[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/g
/**
 * Pieces that cannot be split: a wide character with the punctuation that must not begin a line, or other text between
 * spaces.
 */
const PIECE = /[\u2e80-\u9fff\uff00-\uff60][，。：；、）”？]*|[^\u2e80-\u9fff\uff00-\uff60]+/g

/** The number of columns that the text takes. */
export function columnsOf(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0)
}

export function padTo(columns: number, text: string): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)))
}

/** Wraps text into lines of at most `columns`. A longer word gets its own line. */
export function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    let blank = line === '' ? '' : ' '
    for (const piece of word.match(PIECE) ?? []) {
      if (line !== '' && columnsOf(line + blank + piece) > columns) {
        lines.push(line)
        line = piece
      } else line += blank + piece
      blank = ''
    }
  }
  return [...lines, line]
}
