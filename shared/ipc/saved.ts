/** What a page may save as a file, and the default name of each file. */
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

/** Characters: a journal of everything listed has far fewer. */
export const LONGEST_SAVED = 16_777_216
