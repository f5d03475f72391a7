import type { Answer } from '../api/call.ts'

type LeagueCookies = Answer<'GET /api/league/:league/cookie-status/'>

/** What a league's cookies are like; nothing is saved but what is named. */
export function someCookies(named: Partial<LeagueCookies> = {}): LeagueCookies {
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
