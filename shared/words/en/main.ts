/** What Plimsoll itself says: dialogs, accounts, settings. */
export const main = {
  'main.leave.plimsoll': 'Leave Plimsoll?',
  'main.leave.plimsollWhy': 'This goes on at the venue with nobody watching',
  'main.leave.account': 'Leave this account?',
  'main.leave.accountWhy': 'This is under way on the account that is open',
  'main.leave.stay': 'Stay',
  'main.leave.anyway': 'Leave anyway',
  'main.closing': 'Plimsoll is being closed.',
  'main.noAccount': 'No account is open. Open one first.',
  'main.otherAccount': 'Another account was opened meanwhile; nothing was sent. Look again, then ask again.',

  'main.fault.title': 'Plimsoll stopped trading',
  'main.fault.why': 'Plimsoll met a fault of its own and stopped trading; restart it.',
  'main.fault.screen': 'Nothing more is sent, and what is on screen may be wrong.',
  'main.fault.atVenue': 'Orders and positions stay as they are at the venue: look at them on its own site or app.',
  'main.fault.journal':
    'What was on its way stays in the journal. At its next start Plimsoll finds out what became of it before it trades.',
  'main.fault.close': 'Close Plimsoll',

  'main.noJournal': 'Plimsoll can not open its journal',
  'main.newJournal': 'Plimsoll started a new journal',
  'main.noHistory': 'Plimsoll started without its price history',
  'main.noEvents': 'Plimsoll started without its record of events',
} as const
