// Chromium cannot be taught a scheme over CDP, so app://bundle/x is loaded as https://bundle.app.electron-host.test/x,
// every request to it is answered by the scheme's handler, and every URL the app is shown is written back to app://.

const SUFFIX = '.electron-host.test'

export function toReal(url: string, isHandled: (scheme: string) => boolean): string {
  const [, scheme, host, rest] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(url) ?? []
  if (!scheme || !isHandled(scheme.toLowerCase())) return url
  return `https://${host}.${scheme.toLowerCase()}${SUFFIX}${rest || '/'}`
}

export function toVirtual(url: string): string {
  const [, host, scheme, rest] = /^https:\/\/([^/?#]+)\.([a-z0-9+-]+)\.electron-host\.test(.*)$/i.exec(url) ?? []
  return scheme ? `${scheme}://${host}${rest}` : url
}

/** As Electron gives it for a standard scheme, where Node's URL says "null". */
export function originOf(url: string): string {
  if (!URL.canParse(url)) return 'null'
  const { origin, protocol, host } = new URL(url)
  return origin === 'null' && host ? `${protocol}//${host}` : origin
}
