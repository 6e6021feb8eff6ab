import tls from 'node:tls'

/**
 * Trusts the system's certificates as well as Node's: an office that inspects its own traffic signs with its own
 * authority. If the system's list cannot be read, only Node's are trusted.
 */
export function trustTheSystem(): void {
  try {
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])
  } catch {
    // Node's list stays in force.
  }
}
