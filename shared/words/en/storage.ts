/** What a file of Plimsoll could not do. */
export const storage = {
  'storage.accounts.newer':
    'The list of accounts, {file}, was written by a newer Plimsoll. It is shown as far as it can be read and left as it is: change it with the newer Plimsoll.',
  'storage.scenarios.newer':
    'The scenarios, {file}, were written by a newer Plimsoll. They are shown as far as they can be read and left as they are: change them with the newer Plimsoll.',
  'storage.settings.newer':
    'The setting cannot be kept: {file} was written by a newer Plimsoll and is left as it is. The new setting lasts only until Plimsoll is closed.',
  'storage.notes.newer': '{file} was written by a newer Plimsoll (version {version}) and is left as it is',
  'storage.notes.damaged': '{file} is damaged',
  'storage.notes.unread': '{file}: {cause}',
  'storage.notes.kept': 'The notes of the account, {file}, cannot be removed ({cause}). Check permissions.',

  'storage.newer': 'it is from a newer Plimsoll (version {version})',
  'storage.pages': 'integrity check: {found}',

  'storage.backup.inUse': 'Plimsoll is running and holds its files. Close it, then back up again.',
  'storage.backup.failed': 'No backup was made in {into}: {cause}. Check space and permissions.',
  'storage.backup.none': '{from} is not a backup of Plimsoll.',
  'storage.backup.changed': 'The backup {from} is not intact: {name} is not what was backed up. Use another one.',
  'storage.backup.notRestored':
    'The backup was not put in place: {cause}. The earlier files are in place. Restore it again once that is fixed.',
  'storage.backup.torn':
    'The backup was not put in place: {name} did not match the backup once it was there. The earlier files are in place. Check the disk, then restore it again.',
  'storage.backup.unfinished':
    'Plimsoll does not start, because a restore is unfinished: {cause}. Old and restored files may be mixed, or restoring again could overwrite newer work. Fix that and start Plimsoll again: it continues the restore that {file} names.',
  'storage.backup.noteDamaged':
    'A restore was cut off, and its note, {file}, is damaged, so Plimsoll does not start. Move the files in the newest before-restore folder beside it back, delete the note, then start Plimsoll again.',
  'storage.backup.restored':
    'The backup {from} was put in place; the earlier files are kept as {aside}. What was done since the backup is not in the journal: check your open orders and positions. Keys stay in the keychain.',
  'storage.backup.made': 'Backed up as {folder}. It holds no keys: they are in the keychain of the system.',
  'storage.backup.atNextStart':
    '{from} is a complete backup. The next start of Plimsoll puts it in place and sets the present files aside.',
  'storage.backup.usage':
    'npm run backup -- --to FOLDER backs up, --restore FOLDER puts a backup in place at the next start. Profile: {profile} (--profile FOLDER for another).',

  'storage.history.unopened':
    'The price history {path} cannot be opened ({why}). Prices are kept in memory until Plimsoll is closed, and read from the venue again next time.',
  'storage.history.notSetAside':
    'The price history {path} is damaged ({why}) and cannot be set aside ({cause}). Prices are kept in memory until Plimsoll is closed, and read from the venue again next time.',
  'storage.history.notReplaced':
    'The price history {path} cannot be started anew ({why}). Prices are kept in memory until Plimsoll is closed, and read from the venue again next time.',
  'storage.history.replaced':
    'The price history was damaged ({why}) and is kept as {aside}; a new one was started. Risk figures rest on what the venue still gives: its last 300 days.',
  'storage.history.unread': 'The price history cannot be read: {cause}.',
  'storage.history.unwritten': 'The price history cannot be written: {cause}.',
  'storage.history.unpruned': 'Old prices cannot be removed from the price history: {cause}.',

  'storage.events.unopened':
    'The record of events {path} cannot be opened ({why}). Events are kept in memory until Plimsoll is closed.',
  'storage.events.notSetAside':
    'The record of events {path} is damaged ({why}) and cannot be set aside ({cause}). Events are kept in memory until Plimsoll is closed.',
  'storage.events.notReplaced':
    'The record of events {path} cannot be started anew ({why}). Events are kept in memory until Plimsoll is closed.',
  'storage.events.replaced': 'The record of events was damaged ({why}) and is kept as {aside}; a new one was started.',
  'storage.events.notKept': 'Events cannot be stored: {cause}.',
  'storage.events.notForgotten': 'The account’s events cannot be deleted ({cause}); forget the account again.',

  'storage.settings.unread':
    'The settings {file} cannot be read ({cause}). Plimsoll speaks the language of the system, and no figure is hidden.',
  'storage.settings.damaged':
    'The settings were damaged and are kept as {aside}. Plimsoll speaks the language of the system, and no figure is hidden.',
  'storage.settings.notSetAside':
    'The settings {file} are damaged and cannot be set aside ({cause}). Plimsoll speaks the language of the system, and no figure is hidden.',
  'storage.settings.notKept':
    'The setting cannot be kept: {file} cannot be written ({cause}). The new setting lasts only until Plimsoll is closed.',

  'storage.journal.damaged':
    'The trading journal was damaged ({why}) and is kept as {aside}; a new one was started. Check your open orders and positions: what earlier runs were still doing is not known.',
  'storage.journal.outdated':
    'The trading journal was written by an older Plimsoll ({why}) and is kept as {aside}; a new one was started. Check your open orders and positions: what earlier runs were still doing is not known.',
  'storage.journal.notSetAside':
    'The trading journal {path} is damaged or from an older Plimsoll, and cannot be set aside: {cause}.',
  'storage.journal.untrusted': 'The trading journal {path} cannot be trusted ({why}). Check the disk.',
  'storage.journal.newer': 'The trading journal is from a newer Plimsoll (version {version}).',
  'storage.journal.inUse': 'Another Plimsoll is using the trading journal; only one may trade. Close it.',
  'storage.journal.held':
    'Another program holds the trading journal {path}, such as a backup or a virus scanner. End it and restart Plimsoll.',
  'storage.journal.unopened': 'The trading journal {path} cannot be opened: {cause}.',
  'storage.journal.unwritable': 'The trading journal cannot be written: {cause}.',
  'storage.journal.changed': 'The trading journal {path} was changed while Plimsoll used it. Restart Plimsoll.',
  'storage.journal.reserveDamaged':
    'The reserve of the trading journal was damaged and is kept as {aside}. Check your open orders and positions: Plimsoll does not know what the last run did after the disk was full.',
  'storage.emergency.reserve':
    'Only cancels, closes and flatten are sent, and kept in the reserve: the trading journal cannot be written. {why} Free space on the disk or make its folder writable; Plimsoll tries again by itself.',
  'storage.emergency.memory':
    'Only cancels, closes and flatten are sent, and kept in memory: neither the trading journal nor its reserve can be written. {why} Do not close Plimsoll before there is space on the disk and its folder can be written.',
  'storage.emergency.onlyExits': 'Only cancels, closes and flatten are sent while the journal cannot be written. {why}',
  'storage.journal.twice':
    'The trading journal cannot be written: it already holds an answer to this request, or a record that it was sent.',
  'storage.journal.closed': 'The trading journal is closed.',
  'storage.journal.otherVersion': 'it is of version {version}, this Plimsoll writes version {own}',
  'storage.journal.rowUnread': 'row {row} cannot be read',
  'storage.journal.rowChanged': 'row {row} is not the one that was written',
  'storage.journal.headMissing':
    '{path}, which records the newest row of the trading journal, was missing: whether rows were removed from its end is not known. Check your open orders and positions.',
  'storage.journal.headOld':
    '{path}, which records the newest row of the trading journal, ends at row {row} of {last}: the power failed, or an old copy was put back. Check your open orders and positions.',
  'storage.journal.rowMissing': 'row {row} was written but is not there; the file ends at row {last}',

  'storage.accounts.listed': 'This account is listed already.',
  'storage.accounts.notListed': 'This account is not listed.',
  'storage.accounts.badField': 'The account has a field that is missing, empty or too long.',
  'storage.accounts.unread': 'The list of accounts, {file}, cannot be read ({cause}). Check its permissions.',
  'storage.accounts.notSetAside': 'The list of accounts, {file}, is damaged and cannot be set aside ({cause}).',
  'storage.accounts.unwritten':
    'The list of accounts, {file}, cannot be written ({cause}). Check space and permissions.',
  'storage.accounts.damaged':
    'The list of accounts was damaged and is kept as {aside}. The keys are still in the keychain, but cannot be matched without it: add the accounts again.',
  'storage.scenarios.sameName': 'There is a scenario “{name}” already.',
  'storage.scenarios.most': 'Plimsoll keeps at most {most} scenarios: forget one first.',
  'storage.scenarios.unread': 'The scenarios, {file}, cannot be read ({cause}). Check its permissions.',
  'storage.scenarios.notSetAside': 'The scenarios, {file}, are damaged and cannot be set aside ({cause}).',
  'storage.scenarios.unwritten': 'The scenarios, {file}, cannot be written ({cause}). Check space and permissions.',
  'storage.scenarios.damaged':
    'Your saved scenarios were damaged and are kept as {aside}. Saving one starts a new list.',
} as const
