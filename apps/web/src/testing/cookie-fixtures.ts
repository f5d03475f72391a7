import type { ApiResponse } from '../api/api-client.ts'

type LeagueCookies = ApiResponse<'GET /api/league/:league/cookie-status/'>

/** The cookie status of a league; no cookies are saved by default. */
export function buildLeagueCookies(overrides: Partial<LeagueCookies> = {}): LeagueCookies {
  return {
    has_swid: false,
    has_s2: false,
    source: 'none',
    tested: null,
    saved_at: null,
    accepted_at: null,
    refused_at: null,
    ...overrides,
  }
}
