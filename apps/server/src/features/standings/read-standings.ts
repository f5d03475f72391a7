import type { ResponseOf } from '@fieldhouse/contract/operation'
import { getMySummary, getSnapshot, listStandings, type Standing } from '@fieldhouse/contract/standings'
import { pointsToDecimal, pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { hasMatchups, hasWeeklyPoints, scoringFormatOf } from '@fieldhouse/domain/seasons/scoring-format'
import { hasUser, type LeagueTeam } from '@fieldhouse/domain/seasons/season-views'
import { byRank, gamesBack, outcomeFinder, streakOf } from '@fieldhouse/domain/seasons/standings'
import type { Context } from '../../context.ts'
import { operation } from '../../http/operation.ts'
import { pointsPerGameOf, presentTeamSummary, presentUsers } from '../../http/present-team.ts'
import { presentFreshness } from '../../http/to-wire.ts'

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

/**
 * The standings of a season, by default the current one. Without teams if it is not stored.
 * @param userId whose team gets `is_mine`; null for nobody
 */
export async function readStandings(
  ctx: Pick<Context, 'leagues' | 'now'>,
  leagueId: number,
  asked: number | undefined,
  userId: number | null,
): Promise<ResponseOf<typeof listStandings>> {
  const league = await ctx.leagues.get(leagueId)
  const year = asked ?? league.currentSeason(ctx.now())
  const schedule = league.schedule(year)
  const format = league.format(year)
  const games = league.games(year)
  const weeks = hasWeeklyPoints(format) ? league.completedWeeks(year) : []
  const weeksOf = Map.groupBy(weeks, ({ teamId }) => teamId)
  const outcomesOf = outcomeFinder(hasMatchups(format) ? games : [])
  const owners = league.ownerNames(year)
  const teams = league.teams(year)
  const records = teams.map(({ record }) => record)
  const pointsPerGame = pointsPerGameOf({ schedule, teams, games })
  return {
    season: year,
    scoring_format: format,
    standings: teams.toSorted(byRank).map(presentStanding),
    playoff_teams: hasMatchups(format) ? (schedule?.playoffTeams ?? null) : null,
    is_finished: schedule?.isFinished ?? false,
    draft_at: schedule?.isDrafted === false ? (schedule.draftAt?.toISOString() ?? null) : null,
    ...presentFreshness(league.freshness(year)),
  }

  function presentStanding(team: LeagueTeam): Standing {
    const outcomes = outcomesOf(team.teamId)
    return {
      team_id: team.teamId,
      ...presentTeamSummary(team),
      ...presentUsers(team),
      is_mine: userId !== null && hasUser(team, userId),
      owners: owners.get(team.teamId) ?? [],
      weekly_points: (weeksOf.get(team.teamId) ?? []).map(({ week, points }) => ({
        week,
        points: pointsToDecimal(points),
      })),
      seed: team.seed,
      streak: streakOf(outcomes),
      last_result: outcomes.at(-1) ?? null,
      eliminated_week: team.eliminatedWeek,
      games_back: hasMatchups(format) ? gamesBack(team.record, records) : null,
      points_per_game: pointsPerGame(team),
    }
  }
}
