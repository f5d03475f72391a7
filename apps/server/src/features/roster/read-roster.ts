import { getMyRoster } from '@fieldhouse/contract/teams'
import type { NflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import { type TeamLineup, teamsInPlay, withoutPoints } from '@fieldhouse/domain/rosters/lineup'
import { hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import type { Context } from '../../context.ts'
import { operation } from '../../http/operation.ts'
import { presentRoster } from '../../http/present-roster.ts'
import { presentTeamUrl } from '../../http/present-team.ts'
import { presentFreshness } from '../../http/to-wire.ts'
import type { LeagueSeasons } from '../../repositories/league.ts'

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

type RosterWeek = Awaited<ReturnType<typeof resolveRosterWeek>>

type TeamRoster = { lineup: TeamLineup; nflWeek: NflWeek }

/** The week defaults to the current one, or the last week with lineups if the current week has none yet. */
export async function resolveRosterWeek(
  { archive }: Pick<Context, 'archive'>,
  league: LeagueSeasons,
  season: number,
  week?: number,
) {
  const weeks = await archive.listWeeksWithLineups(league.id, season)
  const current = league.schedule(season)?.currentWeek ?? null
  const newest =
    current === null ? (weeks.at(-1) ?? null) : (weeks.findLast((each) => each <= current) ?? current)
  return { format: league.format(season), week: week ?? newest, weeks }
}

/** The teams with a player whose game of the current NFL week has begun. */
export async function listTeamsInPlay(
  { archive }: Pick<Context, 'archive'>,
  league: LeagueSeasons,
  season: number,
): Promise<Set<number>> {
  const week = league.schedule(season)?.currentWeek ?? null
  return teamsInPlay(week === null ? [] : await archive.listLineups(league.id, season, week))
}

/** Without points and projections in leagues without them. null if the lineup is not stored. */
export async function findRoster(
  { archive, nfl }: Pick<Context, 'archive' | 'nfl'>,
  leagueId: number,
  season: number,
  { week, format }: RosterWeek,
  teamId: number,
): Promise<TeamRoster | null> {
  if (week === null) return null
  const [lineup, nflWeek] = await Promise.all([
    archive.findLineup(leagueId, season, week, teamId),
    nfl.getWeek(season, week),
  ])
  if (lineup === null) return null
  return { lineup: hasWeeklyPoints(format) ? lineup : withoutPoints(lineup), nflWeek }
}
