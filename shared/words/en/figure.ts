/** Why a risk figure is missing, partial or rough. */
export const figure = {} as const
