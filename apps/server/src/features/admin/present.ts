import type { LeagueTeam } from '@fieldhouse/contract/admin'
import { type Points, pointsToDecimal } from '@fieldhouse/domain/points'
import type { TeamRecord } from '@fieldhouse/domain/season'

/** A team of a season, and who has it. */
export type AssignedTeam = {
  teamId: number
  name: string
  abbrev: string
  logo: string | null
  record: TeamRecord
  rank: number | null
  pointsFor: Points
  pointsAgainst: Points
  assigned: { username: string } | null
}

export function presentTeam(team: AssignedTeam): LeagueTeam {
  return {
    league_team_id: team.teamId,
    name: team.name,
    abbrev: team.abbrev,
    logo: team.logo,
    ...team.record,
    rank: team.rank,
    points_for: pointsToDecimal(team.pointsFor),
    points_against: pointsToDecimal(team.pointsAgainst),
    assigned_user: team.assigned?.username ?? null,
  }
}
