// Planted: shared/ must not compile with Node or the DOM in sight.
export const home = process.env['HOME']
export const title = document.title
