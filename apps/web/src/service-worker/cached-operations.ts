import type { OperationKey } from '@fieldhouse/contract/operations'

/** The endpoint for the current user, who owns the cached responses. */
export const WHOAMI_PATH = '/api/whoami/'

/** The data that league members read. Excludes files, admin data and tokens. */
const CACHED_OPERATIONS = [
  'GET /api/whoami/',
  'GET /api/leagues/',
  'GET /api/leagues/status/',
  'GET /api/user-leagues/:username/',
  'GET /api/league/:league/me/role/',
  'GET /api/league/:league/meta/',
  'GET /api/league/:league/snapshot/',
  'GET /api/league/:league/standings/',
  'GET /api/league/:league/me/summary/',
  'GET /api/league/:league/me/roster/',
  'GET /api/league/:league/me/matchup/',
  'GET /api/league/:league/scoreboard/',
  'GET /api/league/:league/games/:season/:game/',
  'GET /api/league/:league/history/',
  'GET /api/league/:league/owners/:owner/',
  'GET /api/league/:league/owner-compare/',
  'GET /api/league/:league/bets/',
  'GET /api/league/:league/bets/history/',
  'GET /api/league/:league/bets/ledger/',
  'GET /api/league/:league/social/feed/',
  'GET /api/league/:league/social/posts/:id/comments/',
  'GET /api/player-news/',
] as const satisfies readonly OperationKey[]

const CACHED_PATHS = CACHED_OPERATIONS.map(
  (key) => new RegExp(`^${key.slice('GET '.length).replace(/:[a-z]+/g, '[^/]+')}$`),
)

/** Whether responses to GET requests for a path are cached for offline use. */
export function isCachedPath(path: string): boolean {
  return CACHED_PATHS.some((pattern) => pattern.test(path))
}
