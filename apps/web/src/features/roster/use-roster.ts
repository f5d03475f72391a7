import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'
import { leagueKey } from '../../api/league-key.ts'

export type Roster = Answer<'GET /api/league/:league/me/roster/'>
export type RosterRow = Roster['players'][number]

/** The caller's roster in an NFL week; null is the current one. */
export const rosterOf = (league: string, week: number | null = null) =>
  queryOptions({
    queryKey: [...leagueKey(league), 'roster', week],
    queryFn: ({ signal }) =>
      call('GET /api/league/:league/me/roster/', {
        params: { league },
        query: week === null ? {} : { week },
        signal,
      }),
  })
