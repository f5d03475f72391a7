import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { getSnapshot, listStandings, Standing } from '@fieldhouse/contract/standings'
import { pointsToDecimal } from '@fieldhouse/domain/points'
import { hasMatchups, hasWeeklyPoints, type ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import { byRank } from '@fieldhouse/domain/seasons/standings'
import { type Freshness, presentFreshness } from '../../http/presenters/present-freshness.ts'
import { presentTeamSummary } from '../../http/presenters/present-team-summary.ts'
import type { LeagueTeam } from '../../repositories/seasons/team-reader.ts'
import type { SeasonSummary, StandingTeam } from './store.ts'

export function presentStandings(
  { season, format }: { season: number; format: ScoringFormat },
  summary: SeasonSummary | null,
  teams: readonly StandingTeam[],
  freshness: Freshness,
  userId: number,
): ResponseOf<typeof listStandings> {
  return {
    season,
    scoring_format: format,
    standings: teams.toSorted(byRank).map((team) => presentStanding(team, format, userId)),
    playoff_teams: hasMatchups(format) ? (summary?.playoffTeams ?? null) : null,
    is_finished: summary?.isFinished ?? false,
    ...presentFreshness(freshness),
  }
}

function presentStanding(team: StandingTeam, format: ScoringFormat, userId: number): Standing {
  const weeks = hasWeeklyPoints(format) ? team.weeks : []
  return {
    team_id: team.teamId,
    ...presentTeamSummary(team),
    assigned_user: team.assignment?.name ?? null,
    is_mine: team.assignment?.userId === userId,
    owners: team.owners,
    weekly_points: weeks.map(({ week, points }) => ({ week, points: pointsToDecimal(points) })),
  }
}

export function presentMyTeam(team: LeagueTeam) {
  return {
    team_id: team.teamId,
    name: team.name,
    logo: team.logo,
    rank: team.rank,
    record: team.record,
    points_for: pointsToDecimal(team.pointsFor),
  }
}

export function presentSnapshot(
  espnLeagueId: number,
  newestSeason: number | undefined,
): ResponseOf<typeof getSnapshot> {
  if (newestSeason === undefined) return { payload: null }
  return { payload: { id: espnLeagueId, leagueId: espnLeagueId, seasonId: newestSeason } }
}
