import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { getMyRoster } from '@fieldhouse/contract/roster'
import type { LeagueScope } from '../../auth/league-access-store.ts'
import { type Freshness, presentFreshness } from '../../http/presenters/present-freshness.ts'
import { type ProviderSeason, presentTeamUrl } from '../../http/presenters/present-provider-page.ts'
import { presentRoster } from '../../http/presenters/present-roster.ts'
import type { RosterWeek, TeamRoster } from '../../repositories/seasons/roster-reader.ts'
import type { LeagueTeam } from '../../repositories/seasons/team-reader.ts'

export function presentMyRoster(
  { season, format, week, weeks }: RosterWeek & { season: number },
  roster: TeamRoster | null,
  team: Pick<LeagueTeam, 'teamId'> | null,
  league: Pick<LeagueScope, 'seasonNote' | 'espnLeagueId'>,
  freshness: Freshness & ProviderSeason,
): ResponseOf<typeof getMyRoster> {
  return {
    season,
    scoring_format: format,
    week,
    weeks,
    players: roster === null ? [] : presentRoster(roster.lineup, roster.nflWeek),
    season_note: league.seasonNote,
    espn_team_id: team?.teamId ?? null,
    espn_league_id: league.espnLeagueId,
    team_url: team === null ? null : presentTeamUrl({ ...freshness, season }, team.teamId),
    ...presentFreshness(freshness),
  }
}
