import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'
import { leagueKey } from '../../api/league-key.ts'

export type Scoreboard = Answer<'GET /api/league/:league/scoreboard/'>
export type Matchup = Scoreboard['matchups'][number]
export type MatchupTeam = Matchup['away']
export type MatchupAnswer = Answer<'GET /api/league/:league/me/matchup/'>
export type MyMatchup = NonNullable<MatchupAnswer['matchup']>
export type LineupSpot = NonNullable<MyMatchup['away']['lineup']>[number]

/** The games of a matchup period; null is the current one. */
export const scoreboardOf = (league: string, week: number | null = null) =>
  queryOptions({
    queryKey: [...leagueKey(league), 'scoreboard', week],
    queryFn: ({ signal }) =>
      call('GET /api/league/:league/scoreboard/', {
        params: { league },
        query: week === null ? {} : { week },
        signal,
      }),
  })

/** The caller's game of a matchup period; null is the current one. */
export const myMatchupOf = (league: string, week: number | null = null) =>
  queryOptions({
    queryKey: [...leagueKey(league), 'matchup', week],
    queryFn: ({ signal }) =>
      call('GET /api/league/:league/me/matchup/', {
        params: { league },
        query: week === null ? {} : { week },
        signal,
      }),
  })
