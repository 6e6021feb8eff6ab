import tls from 'node:tls'

/**
 * From now on what the system trusts is trusted, beside what Node brings: an office that looks into its own traffic signs
 * with a certificate of its own. A system that does not give its list leaves what Node brings.
 */
export function trustTheSystem(): void {
  try {
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...tls.getCACertificates('system')])
  } catch {
    // What Node brings stays as it was.
  }
}
