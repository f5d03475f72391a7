import { getMySummary, getSnapshot, listStandings } from '@fieldhouse/contract/standings'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import { operation } from '../../http/operation.ts'
import { readStandings } from './read-standings.ts'

export const standings = [
  operation(listStandings, ({ ctx, league, query, user }) =>
    readStandings(ctx, league.id, query.season, user.userId),
  ),

  operation(getMySummary, async ({ ctx, league: { id }, user }) => {
    const league = await ctx.leagues.get(id)
    const season = league.currentSeason(ctx.now())
    const team = league.teamOf(season, user.userId)
    return {
      assigned: team !== null,
      scoring_format: scoringFormatOf(league.season(season)?.scoringType ?? null),
      team: team && {
        ...team,
        team_id: team.teamId,
        points_for: pointsToDecimalOrNull(team.pointsFor),
      },
    }
  }),

  operation(getSnapshot, async ({ ctx, league: { id, espnLeagueId } }) => {
    const [newest] = (await ctx.leagues.get(id)).years()
    if (newest === undefined) return { payload: null }
    return { payload: { id: espnLeagueId, leagueId: espnLeagueId, seasonId: newest } }
  }),
]
