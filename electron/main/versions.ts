import about from '../../package.json' with { type: 'json' }

/** What stands in a report that is handed on, by name. */
export const VERSIONS: Readonly<Record<string, string>> = {
  Plimsoll: about.version,
  Node: process.versions.node,
  platform: process.platform,
}
