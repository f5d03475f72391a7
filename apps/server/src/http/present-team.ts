import type { TeamSummary } from '@fieldhouse/contract/standings'
import { type ProviderName, teamPageUrl } from '@fieldhouse/domain/league/league-providers'
import { type Points, pointsToDecimal, pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { type Game, UNKNOWN_RECORD } from '@fieldhouse/domain/seasons/season'
import type { LeagueTeam, SeasonSchedule } from '@fieldhouse/domain/seasons/season-views'
import { gameCounter } from '@fieldhouse/domain/seasons/standings'

export function presentTeamSummary(team: LeagueTeam): TeamSummary {
  return {
    name: team.name,
    abbrev: team.abbrev,
    logo: team.logo,
    color: team.color,
    ...(team.record ?? UNKNOWN_RECORD),
    rank: team.rank,
    points_for: pointsToDecimalOrNull(team.pointsFor),
    points_against: pointsToDecimalOrNull(team.pointsAgainst),
  }
}

/** A team's identity on a card. A team missing from the season is named after its ID, as in 'Team 7'. */
export function presentTeamLink(teamId: number, teams: readonly LeagueTeam[]) {
  const {
    name = `Team ${teamId}`,
    logo = null,
    color = null,
  } = teams.find((candidate) => candidate.teamId === teamId) ?? {}
  return { team_id: teamId, name, logo, color }
}

type SeasonGames = {
  schedule: SeasonSchedule | null
  teams: readonly LeagueTeam[]
  games: readonly Game[]
}

/** Not rounded. null before the first game of the regular season, and in leagues without matchups in points. */
export function pointsPerGameOf({
  schedule,
  teams,
  games,
}: SeasonGames): (team: LeagueTeam) => number | null {
  if (schedule?.format !== 'points') return () => null
  const countGamesOf = gameCounter({ hasMedianGame: schedule.hasMedianGame, teams, games })
  return (team) => {
    const count = countGamesOf(team)
    return count === 0 || team.pointsFor === null ? null : presentAverage(team.pointsFor, count)
  }
}

/** An average of points, not rounded. */
export function presentAverage(total: Points, count: number): number {
  return pointsToDecimal((total / count) as Points)
}

type Assigned = Pick<LeagueTeam, 'assignment' | 'coOwners'>

export const UNASSIGNED: Assigned = { assignment: null, coOwners: [] }

export function presentUsers({ assignment, coOwners }: Assigned): {
  assigned_user: string | null
  co_owners?: string[]
} {
  const others = coOwners.map(({ name }) => name)
  return { assigned_user: assignment?.name ?? null, ...(others.length === 0 ? {} : { co_owners: others }) }
}

export function presentManagers(
  team: Assigned & { teamId: number },
  owners: ReadonlyMap<number, string[]>,
): { owners: string[] } & ReturnType<typeof presentUsers> {
  return { owners: owners.get(team.teamId) ?? [], ...presentUsers(team) }
}

type ProviderSeason = { provider: ProviderName | null; providerLeagueId: string | null }

export function presentTeamUrl(
  { provider, providerLeagueId, season }: ProviderSeason & { season: number },
  teamId: number,
): string | null {
  if (provider === null || providerLeagueId === null) return null
  return teamPageUrl({ provider, providerLeagueId, season }, teamId)
}
