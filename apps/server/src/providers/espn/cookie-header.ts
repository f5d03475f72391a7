import type { ProviderCookies } from '../league-provider.ts'

/**
 * Builds the `Cookie` header with both cookies. ESPN expects `espn_s2` percent-encoded. The SWID keeps its
 * braces; only characters that are not allowed in a cookie value are encoded.
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
