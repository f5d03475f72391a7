import { buildLeagueMeta, buildMyLeague, buildUser } from './account-fixtures.ts'
import type { FakeResponses } from './fake-server.ts'
import { buildFeedPage } from './feed-fixtures.ts'
import { buildMyMatchupResponse } from './matchup-fixtures.ts'
import { buildStanding } from './standings-fixtures.ts'

/** The league of {@link MEMBER}. */
export const LEAGUE = 'Sunday Night Lights'
/** The storage of a visitor who was at the league screen. */
export const AT_LEAGUE = { local: { route: 'league', active_league: LEAGUE } }

export const STANDINGS = {
  season: 2026,
  scoring_format: 'points' as const,
  standings: [buildStanding({ name: 'Punt Intended', rank: 1 })],
  playoff_teams: null,
  is_finished: false,
  /** Three minutes ago, whenever it is read: the page stays open for the tests of many files. */
  get updated_at() {
    return new Date(Date.now() - 3 * 60_000).toISOString()
  },
  last_error: null,
}

/** A signed-in member of one league that has one team. */
export const MEMBER: FakeResponses = {
  'GET /api/whoami/': buildUser(),
  'GET /api/user-leagues/:username/': { leagues: [buildMyLeague()] },
  'GET /api/league/:league/meta/': buildLeagueMeta(),
  'GET /api/league/:league/snapshot/': { payload: { id: 99, leagueId: 99, seasonId: 2026 } },
  'GET /api/league/:league/me/summary/': { assigned: false, scoring_format: 'points', team: null },
  'GET /api/league/:league/me/matchup/': buildMyMatchupResponse(null, { assigned: false }),
  'GET /api/league/:league/standings/': STANDINGS,
  'GET /api/league/:league/social/feed/': buildFeedPage(),
}
