import type { SIGNED_OUT_COOKIE } from '@fieldhouse/contract/accounts/accounts'

const COOKIE_NAME: typeof SIGNED_OUT_COOKIE = 'signed_out'

/** Longer than a session lasts without being used. */
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60

export function isSignOutPending(cookies: string): boolean {
  return new RegExp(`(?:^|;\\s*)${COOKIE_NAME}=[^;]`).test(cookies)
}

/**
 * Remembers a sign-out on this device until the server confirms it, which clears the cookie. Meanwhile the
 * server ignores the session in every tab, also after a reload or a restart of the browser.
 */
export function markSignOutPending(): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not all supported browsers have the Cookie Store API
  document.cookie = `${COOKIE_NAME}=1; Path=/; Max-Age=${MAX_AGE_SECONDS}; SameSite=Lax${secure}`
}
