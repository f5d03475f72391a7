import type { LeagueTeam as TeamOnTheWire } from '@fieldhouse/contract/admin'
import type { LeagueTeam } from '../../database/team-reader.ts'
import { presentTeamLine } from '../../http/present-team-line.ts'

export function presentTeam(team: LeagueTeam): TeamOnTheWire {
  return {
    league_team_id: team.teamId,
    ...presentTeamLine(team),
    assigned_user: team.assigned?.username ?? null,
  }
}
