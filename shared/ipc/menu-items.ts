/**
 * What the application's menu does besides showing a place. The page may ask for it too: each opens a native box first
 * or only changes a window.
 */
export const MENU_ITEMS = [
  'toggleMini',
  'zoomIn',
  'zoomOut',
  'resetZoom',
  'backUp',
  'restore',
  'saveDiagnostics',
] as const
export type MenuItem = (typeof MENU_ITEMS)[number]
