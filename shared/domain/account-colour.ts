/**
 * The colours that a trader can give an account, to recognise it at a glance. None of them has another meaning in the
 * window: not gain, loss, danger or a simulation.
 */
export const ACCOUNT_COLOURS = ['teal', 'indigo', 'magenta', 'brown', 'slate'] as const
export type AccountColour = (typeof ACCOUNT_COLOURS)[number]
