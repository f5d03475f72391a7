import type { TeamSummary } from '@fieldhouse/contract/standings'
import { pointsToDecimal } from '@fieldhouse/domain/points'
import type { LeagueTeam } from '../../repositories/seasons/team-reader.ts'

/** The columns that every standings table shares. */
export function presentTeamSummary(team: LeagueTeam): TeamSummary {
  return {
    name: team.name,
    abbrev: team.abbrev,
    logo: team.logo,
    ...team.record,
    rank: team.rank,
    points_for: pointsToDecimal(team.pointsFor),
    points_against: pointsToDecimal(team.pointsAgainst),
  }
}
