import { type MentionTarget, matchName } from '@fieldhouse/domain/league/mentions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiResponse } from '../../../api/api-client.ts'
import { leagueQuery } from '../../../api/league-queries.ts'

export type Mentionables = ApiResponse<'GET /api/league/:league/mentionables/'>

const MINUTE_MS = 60_000

export const mentionablesQuery = (league: string) => ({
  ...leagueQuery('GET /api/league/:league/mentionables/', ['mentionables'], { league }),
  staleTime: 5 * MINUTE_MS,
})

/**
 * Reads whom one can mention before anybody types an `@`, where a service worker keeps the response: then mentions can be
 * completed offline, too.
 */
export function usePrefetchedMentionables(league: string): void {
  const client = useQueryClient()
  useEffect(() => {
    const hasWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
    // If it fails, the first @ reads them.
    if (hasWorker) client.query(mentionablesQuery(league)).catch(() => undefined)
  }, [client, league])
}

export type Suggestion = MentionTarget & {
  name: string
  /** The name of the member's team, or what it is. */
  note: string
}

/** More are found by typing. */
const MAX_SUGGESTIONS = 8

/**
 * The members and teams whose name starts with what is typed, or has a word that does: first the members, then the
 * teams, then the members whose team does. Without the user.
 */
export function findSuggestions({ members, teams }: Mentionables, query: string, user: string): Suggestion[] {
  const teamNames = new Map(teams.map(({ id, name }) => [id, name]))
  const ranked = [
    ...members
      .filter(({ name }) => name !== user)
      .map(({ id, name, team_id: teamId }) => {
        const team = teamId === null ? '' : (teamNames.get(teamId) ?? '')
        const suggestion: Suggestion = { kind: 'member', id, name, note: team }
        const ofTeam = matchName(team, query)
        return { suggestion, rank: matchName(name, query) ?? (ofTeam === null ? null : ofTeam + 4) }
      }),
    ...teams.map(({ id, name, abbrev }) => {
      const suggestion: Suggestion = { kind: 'team', id, name, note: 'Team' }
      const match = matchName(name, query) ?? matchName(abbrev, query)
      return { suggestion, rank: match === null ? null : match + 2 }
    }),
  ]
  return ranked
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ suggestion }) => suggestion)
}
