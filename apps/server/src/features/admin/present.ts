import type { LeagueTeam as TeamResponse } from '@fieldhouse/contract/admin'
import type { LeagueTeam } from '../../database/team-reader.ts'
import { presentTeamLine } from '../../http/present-team-line.ts'

export function presentTeam(team: LeagueTeam): TeamResponse {
  return {
    league_team_id: team.teamId,
    ...presentTeamLine(team),
    assigned_user: team.assignment?.username ?? null,
  }
}
