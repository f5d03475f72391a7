import type { Standing } from '@fieldhouse/contract/standings'
import { pointsToDecimal } from '@fieldhouse/domain/points'
import { presentTeamSummary } from '../../http/presenters/present-team-summary.ts'
import type { LeagueTeam } from '../../repositories/seasons/team-reader.ts'
import type { StandingTeam } from './store.ts'

export function presentStanding(team: StandingTeam, userId: number): Standing {
  return {
    team_id: team.teamId,
    ...presentTeamSummary(team),
    assigned_user: team.assignment?.name ?? null,
    is_mine: team.assignment?.userId === userId,
    owners: team.owners,
    weekly_points: team.weeks.map(({ week, points }) => ({ week, points: pointsToDecimal(points) })),
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
