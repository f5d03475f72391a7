import { getMyRoster } from '@fieldhouse/contract/teams'
import { operation } from '../../http/operation.ts'
import { presentRoster } from '../../http/present-roster.ts'
import { presentTeamUrl } from '../../http/present-team.ts'
import { presentFreshness } from '../../http/to-wire.ts'
import { findRoster, resolveRosterWeek } from './read-roster.ts'

export const roster = [
  operation(getMyRoster, async ({ ctx, league: scope, query, user }) => {
    const league = await ctx.leagues.get(scope.id)
    const season = query.season ?? league.currentSeason(ctx.now())
    const shown = await resolveRosterWeek(ctx, league, season, query.week)
    const team = league.teamOf(season, user.userId)
    const found = team === null ? null : await findRoster(ctx, league.id, season, shown, team.teamId)
    const freshness = league.freshness(season)
    return {
      season,
      ...shown,
      scoring_format: shown.format,
      players: found === null ? [] : presentRoster(found.lineup, found.nflWeek),
      season_note: scope.seasonNote,
      espn_team_id: team?.teamId ?? null,
      espn_league_id: scope.espnLeagueId,
      team_url: team === null ? null : presentTeamUrl({ ...freshness, season }, team.teamId),
      ...presentFreshness(freshness),
    }
  }),
]
