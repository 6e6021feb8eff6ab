/** What a file of Plimsoll could not do. */
export const storage = {
  'storage.notes.damaged': '{file} is damaged',
  'storage.notes.unread': '{file}: {cause}',
  'storage.notes.kept': 'The notes of the account, {file}, can not be removed ({cause}). Check permissions.',

  'storage.journal.damaged':
    'The trading journal was damaged ({why}) and is kept as {aside}; a new one was started. Check your open orders and positions: what earlier runs were still doing is not known.',
  'storage.journal.outdated':
    'The trading journal was written by an older Plimsoll ({why}) and is kept as {aside}; a new one was started. Check your open orders and positions: what earlier runs were still doing is not known.',
  'storage.journal.notSetAside':
    'The trading journal {path} is damaged or of an older Plimsoll, and can not be set aside: {cause}.',
  'storage.journal.untrusted': 'The trading journal {path} can not be trusted ({why}). Check the disk.',
  'storage.journal.newer': 'The trading journal is of a newer Plimsoll (version {version}).',
  'storage.journal.inUse': 'Another Plimsoll is using the trading journal; only one may trade. Close it.',
  'storage.journal.unopened': 'The trading journal {path} can not be opened: {cause}.',
  'storage.journal.unwritable': 'The trading journal can not be written: {cause}.',
  'storage.journal.twice': 'The trading journal can not be written: it holds the answer or the sending already.',
  'storage.journal.closed': 'The trading journal is closed.',
  'storage.journal.otherVersion': 'it is of version {version}, this Plimsoll writes version {own}',
  'storage.journal.fileGone': '{path} is not there',
  'storage.journal.endsElsewhere': '{path} does not end in row {row}',
  'storage.journal.rowUnread': 'row {row} can not be read',
  'storage.journal.rowChanged': 'row {row} is not the one that was written',
  'storage.journal.rowMissing': 'row {row} was written and is not there; the file ends at row {last}',
} as const
