import about from '../../package.json' with { type: 'json' }

/** The versions named in reports that a trader passes on. */
export const VERSIONS: Readonly<Record<string, string>> = {
  Plimsoll: about.version,
  Node: process.versions.node,
  platform: process.platform,
}
