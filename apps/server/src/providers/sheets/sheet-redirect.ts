/** A URL to follow, `private` for Google's sign-in page, or `elsewhere` for any other host. */
export type SheetRedirect = URL | 'private' | 'elsewhere'

/**
 * Classifies a redirect. Redirects to the configured host and to *.googleusercontent.com are followed. If
 * the configured host is a loopback address, so are redirects to any loopback port. Source: decisions, 7.
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
