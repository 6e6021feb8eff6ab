// The `electron` module of the main process: for `import` by name and by default, and, through the last name, for `require`.
import * as electron from './parts.ts'

export * from './parts.ts'
export { electron as default, electron as 'module.exports' }
