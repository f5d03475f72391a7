import type { ProviderCookies } from '../league-provider.ts'

/**
 * Both cookies as one `Cookie` header. The provider expects `espn_s2` percent-encoded; in the
 * SWID only what a header or a cookie list cannot hold is encoded, so its braces stay.
 */
export function cookieHeader({ swid, s2 }: ProviderCookies): string {
  return `SWID=${encodeUnsafe(swid)}; espn_s2=${encodeUnsafe(s2)}`
}

function encodeUnsafe(value: string): string {
  return value
    .replace(/\p{Surrogate}/gu, '')
    .trim()
    .replace(/[^A-Za-z0-9{}._~-]/gu, encodeURIComponent)
}
