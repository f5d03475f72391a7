import type { ApiResponse } from '../api/api-client.ts'

type LeagueCookies = ApiResponse<'GET /api/league/:league/cookie-status/'>

/** What a league's cookies are like; nothing is saved but what is named. */
export function buildLeagueCookies(named: Partial<LeagueCookies> = {}): LeagueCookies {
  return {
    has_swid: false,
    has_s2: false,
    source: 'none',
    tested: null,
    saved_at: null,
    accepted_at: null,
    refused_at: null,
    ...named,
  }
}
