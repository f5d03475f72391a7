import type { LeagueTeam as TeamResponse } from '@fieldhouse/contract/admin'
import type { LeagueTeam } from '../../database/team-reader.ts'
import { presentTeamSummary } from '../../http/present-team-summary.ts'

export function presentTeam(team: LeagueTeam): TeamResponse {
  return {
    league_team_id: team.teamId,
    ...presentTeamSummary(team),
    assigned_user: team.assignment?.username ?? null,
  }
}
