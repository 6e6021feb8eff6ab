// Planted: shared/ must not compile if it uses Node or the DOM.
export const home = process.env['HOME']
export const title = document.title
