import { queryOptions } from '@tanstack/react-query'
import { type Answer, call } from '../../api/call.ts'
import { leagueKey } from '../../api/league-key.ts'

export type Standings = Answer<'GET /api/league/:league/standings/'>
export type Standing = Standings['standings'][number]
export type MySummary = Answer<'GET /api/league/:league/me/summary/'>

export type Snapshot = NonNullable<Answer<'GET /api/league/:league/snapshot/'>['payload']>

/** The table of a season; null is the current one. */
export const standingsOf = (league: string, season: number | null = null) =>
  queryOptions({
    queryKey: [...leagueKey(league), 'standings', season],
    queryFn: ({ signal }) =>
      call('GET /api/league/:league/standings/', {
        params: { league },
        query: season === null ? {} : { season },
        signal,
      }),
  })

export const mySummaryOf = (league: string) =>
  queryOptions({
    queryKey: [...leagueKey(league), 'summary'],
    queryFn: ({ signal }) => call('GET /api/league/:league/me/summary/', { params: { league }, signal }),
  })

/** Which league and season of the provider is stored. */
export const snapshotOf = (league: string) =>
  queryOptions({
    queryKey: [...leagueKey(league), 'snapshot'],
    queryFn: ({ signal }) => call('GET /api/league/:league/snapshot/', { params: { league }, signal }),
    select: (answer) => answer.payload,
  })
