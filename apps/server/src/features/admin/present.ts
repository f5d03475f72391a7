import type { LeagueTeam as TeamResponse } from '@fieldhouse/contract/admin'
import { presentTeamSummary } from '../../http/presenters/present-team-summary.ts'
import type { LeagueTeam } from '../../repositories/seasons/team-reader.ts'

export function presentTeam(team: LeagueTeam): TeamResponse {
  return {
    league_team_id: team.teamId,
    ...presentTeamSummary(team),
    assigned_user: team.assignment?.username ?? null,
  }
}
