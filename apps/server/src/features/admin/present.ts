import type { listTeams, LeagueTeam as TeamResponse } from '@fieldhouse/contract/admin'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import { byRank } from '@fieldhouse/domain/seasons/standings'
import { presentTeamSummary } from '../../http/presenters/present-team-summary.ts'
import type { EndedAssignment } from '../../repositories/leagues/assignment-reader.ts'
import type { LeagueTeam } from '../../repositories/seasons/team-reader.ts'

/** Sorted by rank. */
export function presentTeams(
  format: ScoringFormat,
  teams: readonly LeagueTeam[],
  owners: ReadonlyMap<number, readonly string[]>,
  ended: readonly EndedAssignment[],
): ResponseOf<typeof listTeams> {
  return {
    scoring_format: format,
    teams: teams.toSorted(byRank).map((team) => presentTeam(team, owners.get(team.teamId) ?? [])),
    ended_assignments: ended.map(({ username, owner, team, lastSeason }) => ({
      username,
      owner,
      team,
      last_season: lastSeason,
    })),
  }
}

function presentTeam(team: LeagueTeam, owners: readonly string[]): TeamResponse {
  return {
    league_team_id: team.teamId,
    ...presentTeamSummary(team),
    assigned_user: team.assignment?.username ?? null,
    owners: [...owners],
  }
}
