/** The page that the trader arranges. */
export const workspace = {
  'workspace.unlock': 'Arrange',
  'workspace.lock': 'Done',
  'workspace.arrangeHint': 'Add, move and size panels ({key}). Nothing moves before.',
  'workspace.add': 'Add a panel',
  'workspace.resetHint': 'Back to the default layout ({key})',
  'workspace.wasReset': 'This is the default layout.',
  'workspace.undo': 'Undo',
  'workspace.how':
    'Drag a panel by its name and size it at its corner, or use the arrow keys there (with Shift: size).',
  'workspace.narrow': 'There is no room for columns: panels stand under one another.',
  'workspace.move': 'Move {title}',
  'workspace.moveHint': 'Drag, or arrow keys; with Shift: size',
  'workspace.size': 'Size {title}',
  'workspace.sizeHint': 'Drag, or arrow keys',
  'workspace.remove': 'Remove {title}',
  'workspace.at': '{title}: column {column} of {columns}, row {row}; {w} wide, {h} high',
  'workspace.empty': 'No panels. Press Arrange, then add one.',
  'workspace.damaged': 'Your layout could not be read; this is the default one.',
  'workspace.newer': 'Your layout was made by a later version of Plimsoll; this is the default one.',
} as const
