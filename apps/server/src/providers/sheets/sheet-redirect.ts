/** Where a redirect leads: an address that may be followed, the sign-in of a sheet that is not shared, or elsewhere. */
export type SheetRedirect = URL | 'private' | 'elsewhere'

/**
 * Judges a redirect. Followed are those to the configured host and to *.googleusercontent.com;
 * to any port of the loopback address when the configured host is one. Source: decisions, 7.
 */
export function classifyRedirect(location: string | null, from: URL, configured: URL): SheetRedirect {
  if (location === null || !URL.canParse(location, from.href)) return 'elsewhere'
  const target = new URL(location, from)
  if (target.username !== '' || target.password !== '') return 'elsewhere'
  if (target.hostname === 'accounts.google.com') return 'private'
  return isConfiguredHost(target, configured) || isGoogleContent(target) ? target : 'elsewhere'
}

function isConfiguredHost(target: URL, configured: URL): boolean {
  if (target.protocol !== configured.protocol) return false
  return target.host === configured.host || (isLoopback(target) && isLoopback(configured))
}

function isGoogleContent({ protocol, hostname, port }: URL): boolean {
  return protocol === 'https:' && port === '' && hostname.endsWith('.googleusercontent.com')
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
