/** What a page may have saved as a file, and what the file is called unless the trader calls it otherwise. */
export const SAVED = {
  csv: 'table.csv',
  journal: 'journal.txt',
  journalLines: 'journal.jsonl',
  profile: 'venue-profile.json',
  report: 'venue-report.txt',
  table: 'table.tsv',
} as const
type Saved = keyof typeof SAVED
export const SAVED_KINDS = Object.keys(SAVED) as [Saved, ...Saved[]]

/** Characters: a journal of all that is listed has far fewer. */
export const LONGEST_SAVED = 16_777_216
