import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'
import { leagueKey } from '../../api/league-key.ts'
import { CURRENT, type SeasonWeek } from './season-week.ts'

export type Scoreboard = Answer<'GET /api/league/:league/scoreboard/'>
export type Matchup = Scoreboard['matchups'][number]
export type MatchupTeam = Matchup['away']
export type MatchupAnswer = Answer<'GET /api/league/:league/me/matchup/'>
export type MyMatchup = NonNullable<MatchupAnswer['matchup']>
export type LineupSpot = NonNullable<MyMatchup['away']['lineup']>[number]

/** The games of a matchup period. */
export const scoreboardOf = (league: string, { season, week }: SeasonWeek = CURRENT) =>
  queryOptions({
    queryKey: [...leagueKey(league), 'scoreboard', season, week],
    queryFn: ({ signal }) =>
      call('GET /api/league/:league/scoreboard/', {
        params: { league },
        query: { season: season ?? undefined, week: week ?? undefined },
        signal,
      }),
  })

/** The caller's game of a matchup period. */
export const myMatchupOf = (league: string, { season, week }: SeasonWeek = CURRENT) =>
  queryOptions({
    queryKey: [...leagueKey(league), 'matchup', season, week],
    queryFn: ({ signal }) =>
      call('GET /api/league/:league/me/matchup/', {
        params: { league },
        query: { season: season ?? undefined, week: week ?? undefined },
        signal,
      }),
  })
