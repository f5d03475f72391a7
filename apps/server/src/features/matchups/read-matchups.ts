import type { DashboardGame } from '@fieldhouse/contract/dashboard'
import type { getMatchup, getMyMatchup, getScoreboard } from '@fieldhouse/contract/matchups/matchups'
import type { DataKind, ResponseOf } from '@fieldhouse/contract/operation'
import type { NflWeek } from '@fieldhouse/domain/nfl/nfl-week'
import { pointsToDecimal } from '@fieldhouse/domain/points'
import type { TeamLineup } from '@fieldhouse/domain/rosters/lineup'
import { hasMatchups } from '@fieldhouse/domain/seasons/scoring-format'
import type { Game } from '@fieldhouse/domain/seasons/season'
import type { Context } from '../../context.ts'
import { presentFreshness } from '../../http/presenters/present-freshness.ts'
import { presentLineup } from '../../http/presenters/present-lineup.ts'
import { presentManagers, presentTeamLink } from '../../http/presenters/present-team-summary.ts'
import { listOtherMeetings } from '../history/read-history.ts'
import {
  byImportance,
  type GameWithOpponent,
  hasOpponent,
  presentLineupWeek,
  presentMatchup,
} from './present-matchup.ts'
import { type LeagueWeek, readWeek, type WeekQuery, type WeekSources } from './read-week.ts'

/**
 * The matchups of a week.
 * @param userId whose team gets `is_mine`; null for nobody
 */
export async function readScoreboard(
  ctx: WeekSources,
  leagueId: number,
  query: WeekQuery,
  userId: number | null,
): Promise<ResponseOf<typeof getScoreboard>> {
  return presentScoreboard(await readWeek(ctx, leagueId, query), userId)
}

/** The current user's matchup and bye come first, then the playoff games by importance. */
export function presentScoreboard(week: LeagueWeek, userId: number | null): ResponseOf<typeof getScoreboard> {
  const isMine = (teamId: number | undefined) => teamId !== undefined && teamId === myTeamId(week, userId)
  const isMyGame = ({ home, away }: Game) => isMine(home.teamId) || isMine(away?.teamId)
  const identify = (teamId: number) => ({ ...presentTeamLink(teamId, week.teams), is_mine: isMine(teamId) })
  const identifyAll = (teamIds: readonly number[]) =>
    teamIds.map(identify).sort((a, b) => Number(b.is_mine) - Number(a.is_mine))
  return {
    ...presentWeek(week),
    matchups: week.games
      .filter(hasOpponent)
      .toSorted((a, b) => Number(isMyGame(b)) - Number(isMyGame(a)) || byImportance(week)(a, b))
      .map((game) => presentMatchup(game, week, (teamId) => ({ is_mine: isMine(teamId) }))),
    byes: identifyAll(teamsOnBye(week)),
    no_game: identifyAll(teamsWithoutGame(week)),
    scores: week.scores
      .toSorted((a, b) => b.points - a.points || a.teamId - b.teamId)
      .map(({ teamId, points }) => ({ ...identify(teamId), score: pointsToDecimal(points) })),
  }
}

export function presentMyMatchup(week: LeagueWeek, userId: number): ResponseOf<typeof getMyMatchup> {
  const teamId = myTeamId(week, userId)
  const game = week.games
    .filter(hasOpponent)
    .find(({ home, away }) => home.teamId === teamId || away.teamId === teamId)
  return {
    ...presentWeek(hasMatchups(week.format) ? week : { ...week, period: null, periods: [] }),
    assigned: teamId !== undefined,
    matchup:
      game === undefined
        ? null
        : {
            ...presentMatchup(game, week, (each) => ({
              is_mine: each === teamId,
              lineup: presentLineup(week.lineups, each, week.nflWeek),
            })),
            ...presentLineupWeek(game, week),
          },
    no_matchup: game === undefined && teamId !== undefined ? idleReason(teamId, week) : null,
  }
}

const MY_WEEK_READS: readonly DataKind[] = ['season', 'league', 'people', 'nfl']

/** The current week of a user's team. null: no game, no lineup, an unknown NFL schedule. */
export function readMyWeek(
  ctx: WeekSources & Pick<Context, 'memory'>,
  leagueId: number,
  userId: number,
): Promise<{ game: DashboardGame | null; lineup: TeamLineup | null; nflWeek: NflWeek | null }> {
  return ctx.memory.get(leagueId, MY_WEEK_READS, `week of ${userId}`, async () => {
    const week = await readWeek(ctx, leagueId, {})
    const { matchup, season } = presentMyMatchup(week, userId)
    return {
      game: matchup === null ? null : { ...matchup, season },
      lineup: week.lineups.find(({ teamId }) => teamId === myTeamId(week, userId)) ?? null,
      nflWeek: week.nflWeek,
    }
  })
}

/** A game between two teams; null if it is unknown. */
export async function readMatchup(
  ctx: WeekSources,
  leagueId: number,
  { season, week: number, game: gameId }: { season: number; week: number; game: number },
): Promise<ResponseOf<typeof getMatchup> | null> {
  const week = await readWeek(ctx, leagueId, { season, week: number })
  const games = week.games.filter(hasOpponent).toSorted(byImportance(week))
  const index = games.findIndex((each) => each.gameId === gameId)
  const game = games[index]
  if (game === undefined) return null
  const { league, teams } = week
  const owners = league.ownerNames(season)
  return {
    season,
    seasons: league.years(),
    scoring_format: week.format,
    weeks: week.periods,
    matchup: {
      ...presentMatchup(game, week, (teamId) => {
        const team = teams.find((each) => each.teamId === teamId)
        return {
          rank: team?.rank ?? null,
          ...presentManagers(team ?? { teamId, assignment: null }, owners),
          lineup: presentLineup(week.lineups, teamId, week.nflWeek),
        }
      }),
      ...presentLineupWeek(game, week),
    },
    previous_game: games[index - 1]?.gameId ?? null,
    next_game: games[index + 1]?.gameId ?? null,
    meetings: listMeetings(week, game),
    ...presentFreshness(week.freshness),
  }
}

/** The games of the two teams in the season, and those of their owners in other seasons, oldest first. */
function listMeetings({ league, season }: LeagueWeek, { home, away }: GameWithOpponent) {
  const pair = [home.teamId, away.teamId] as const
  const others = listOtherMeetings(league, season, pair)
  const own = league
    .games(season)
    .filter(hasOpponent)
    .filter((game) => [game.home, game.away].every(({ teamId }) => pair.includes(teamId)))
    .map(({ period, gameId }) => ({ season, period, gameId }))
  return [...others, ...own]
    .sort((a, b) => a.season - b.season || a.period - b.period || a.gameId - b.gameId)
    .map(({ season: year, period, gameId }) => ({ season: year, week: period, game_id: gameId }))
}

/** undefined without a team. */
function myTeamId({ teams }: LeagueWeek, userId: number | null): number | undefined {
  return teams.find(({ assignment }) => assignment?.userId === userId)?.teamId
}

function idleReason(teamId: number, week: LeagueWeek): 'bye' | 'no_game' | null {
  if (teamsOnBye(week).includes(teamId)) return 'bye'
  return teamsWithoutGame(week).includes(teamId) ? 'no_game' : null
}

function teamsOnBye({ games }: LeagueWeek): number[] {
  return games.filter(({ away }) => away === null).map(({ home }) => home.teamId)
}

/** The provider leaves out eliminated teams. Before a week, their games may not be known yet. */
function teamsWithoutGame({ games, teams, isPlanned }: LeagueWeek): number[] {
  if (games.length === 0 || isPlanned) return []
  const scheduled = new Set(games.flatMap(({ home, away }) => [home.teamId, away?.teamId]))
  return teams.map(({ teamId }) => teamId).filter((teamId) => !scheduled.has(teamId))
}

function presentWeek({ season, format, period, periods, freshness }: LeagueWeek) {
  return { season, scoring_format: format, week: period, weeks: periods, ...presentFreshness(freshness) }
}
