import { extname, join, normalize, sep } from 'node:path'

export const APP_ORIGIN = 'app://plimsoll'

/** Only our own files: no inline script or style, no network, no frames, no forms. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** For a page that main builds from text alone: only its own style, no script, network, forms or frames. */
export const STATIC_POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'"

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** The content type of a built file. Unknown extensions are plain bytes and are never executed. */
export function contentTypeOf(file: string): string {
  return CONTENT_TYPES[extname(file)] ?? 'application/octet-stream'
}

/** The file inside `root` that one of our URLs names; null: another host, or a path that leads outside. */
export function fileFor(root: string, url: URL): string | null {
  if (url.host !== 'plimsoll') return null
  let path: string
  try {
    path = decodeURIComponent(url.pathname)
  } catch {
    return null
  }
  if (path.includes('\0')) return null
  const file = normalize(join(root, path))
  return file.startsWith(root + sep) ? file : null
}

/** Never cached, and never executed as anything other than its declared type. */
export function answered(body: string | Uint8Array<ArrayBuffer>, type: string, policy: string): Response {
  const headers = {
    'Content-Type': type,
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }
  return new Response(body, { headers })
}

/** What any page may load: our own files and, when Chromium's developer tools are open, theirs. */
export function mayLoad(url: string, hasTools: boolean): boolean {
  return url.startsWith('app://') || (hasTools && url.startsWith('devtools://'))
}
