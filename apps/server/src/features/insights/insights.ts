import { countAwards, getWeeklyAwards } from '@fieldhouse/contract/insights/awards'
import {
  getEloRatings,
  getLineupEfficiency,
  getLuck,
  getPowerRanking,
  getScheduleSwap,
  getTeamGrades,
} from '@fieldhouse/contract/insights/insights'
import { getPlayoffRace, getRaceHistory, playWhatIf } from '@fieldhouse/contract/insights/playoff-race'
import { getSeasonCards } from '@fieldhouse/contract/insights/season-cards'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { eloHistory } from '@fieldhouse/domain/history/owner-elo'
import { positionalStrength } from '@fieldhouse/domain/insights/awards/positional-strength'
import { isReportDue, reportCards, subjectValues } from '@fieldhouse/domain/insights/awards/report-card'
import type { DraftBoard } from '@fieldhouse/domain/insights/moves/draft'
import { type InsightSeason, reviewedGames } from '@fieldhouse/domain/insights/season/insight-season'
import { completedGames } from '@fieldhouse/domain/insights/season/regular-season'
import { pointsToDecimal, pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import {
  bySlot,
  type LineupEntry,
  type LineupReview,
  type ReviewedGame,
  reviewLineup,
  seasonEfficiency,
  type TeamLineup,
  wouldHaveWon,
} from '@fieldhouse/domain/rosters/lineup'
import type { RosterWeek } from '@fieldhouse/domain/rosters/matchup'
import type { LeagueTransaction } from '@fieldhouse/domain/rosters/transactions'
import type { Context } from '../../context.ts'
import { ApiError, orThrow } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/to-wire.ts'
import { workInTurn } from '../../threads/work-queues.ts'
import { findBoard } from '../draft/read-draft.ts'
import { readPictures } from '../history/read-history.ts'
import { presentHeader, presentLuck, presentPowerRanking, presentScheduleSwap } from './present-figures.ts'
import { presentAwardCounts, presentWeeklyAwards, readAwards } from './read-awards.ts'
import { readRace, readRaceHistory } from './read-race.ts'
import { readSeasonCards } from './read-season-cards.ts'

export const insights = [
  operation(getLuck, async ({ ctx, league, query }) =>
    presentLuck(...(await readSeason(ctx, league.id, query.season))),
  ),

  operation(getScheduleSwap, async ({ ctx, league, query }) =>
    presentScheduleSwap(...(await readSeason(ctx, league.id, query.season))),
  ),

  operation(getPowerRanking, async ({ ctx, league: { id }, query: { formula, week, ...query } }) => {
    const [season, stored] = await readSeason(ctx, id, query.season)
    const rosters = formula === 'composite' ? await ctx.archive.listRosterWeeks(id, season) : []
    return presentPowerRanking(season, stored, formula, week, rosters)
  }),

  operation(getLineupEfficiency, async ({ ctx, league: { id }, query }) => {
    const [season, stored] = await readSeason(ctx, id, query.season)
    const rosters = await ctx.archive.listRosterWeeks(id, season)
    const weeks = reviewableWeeks(stored, rosters)
    const week = query.week ?? weeks.at(-1) ?? null
    const isKnown = week !== null && weeks.includes(week)
    const lineups = isKnown ? await ctx.archive.listLineups(id, season, week) : []
    return presentLineups(season, stored, rosters, week, lineups)
  }),

  operation(getEloRatings, async ({ ctx, league }) => {
    const { games } = (await ctx.leagues.seasons(league.id)).history()
    const { weeks, owners } = eloHistory(games)
    return { weeks, owners: owners.map(({ owner: { name, slug }, ...elo }) => ({ name, slug, ...elo })) }
  }),

  operation(getPlayoffRace, async ({ ctx, league, query }) =>
    orThrow(await readRace(ctx, ...(await readSeason(ctx, league.id, query.season))), 'busy'),
  ),

  operation(getRaceHistory, async ({ ctx, league, query }) =>
    orThrow(await readRaceHistory(ctx, ...(await readSeason(ctx, league.id, query.season))), 'busy'),
  ),

  operation(playWhatIf, async ({ ctx, league, body, request }) => {
    await request.confirmRights()
    const picks = body.picks.map(({ game_id, winner }) => ({ gameId: game_id, winner }))
    return orThrow(await readRace(ctx, ...(await readSeason(ctx, league.id, body.season)), picks), 'busy')
  }),

  operation(getWeeklyAwards, async ({ ctx, league: { id }, query }) => {
    const season = query.season ?? (await ctx.leagues.seasons(id)).currentSeason(ctx.now())
    return presentWeeklyAwards(season, await readAwards(ctx, id, season), query.week)
  }),

  operation(countAwards, async ({ ctx, league: { id }, query, request }) => {
    const league = await ctx.leagues.seasons(id)
    const years = query.season === undefined ? league.years().reverse() : [query.season]
    const counted = []
    // One after the other, so that other requests are answered in between.
    for (const season of years) counted.push({ season, ...(await readAwards(ctx, id, season)) })
    const { owners, areCurrent } = await readPictures(ctx, league)
    request.revalidate = areCurrent
    return presentAwardCounts(counted, (season, teamId) => {
      const owner = league.ownerOf(season, teamId)
      return owner && { name: owner.name, slug: owner.slug, picture: owners.get(owner) ?? null }
    })
  }),

  operation(getTeamGrades, async ({ ctx, league: { id }, query }) => {
    const [season, stored] = await readSeason(ctx, id, query.season)
    const header = presentHeader(season, stored)
    if (stored === null || header.unavailable !== null)
      return { ...header, nfl_weeks: [], report_unavailable: null, teams: [] }
    const [lineups, transactions, board] = await Promise.all([
      ctx.archive.listRosterWeeks(id, season),
      ctx.archive.listTransactions(id, season),
      findBoard(ctx, id, season),
    ])
    const grades = await workInTurn(() => presentGrades(stored, lineups, transactions, board))
    return { ...header, ...grades }
  }),

  operation(getSeasonCards, async ({ ctx, league: { id }, query }) => {
    const season = query.season ?? (await ctx.leagues.seasons(id)).lastSeason(ctx.now())
    const cards = await readSeasonCards(ctx, id, season, query.team_id ?? null)
    if (typeof cards === 'string') throw new ApiError(cards)
    return cards
  }),
]

async function readSeason(
  { leagues, now }: Pick<Context, 'leagues' | 'now'>,
  leagueId: number,
  asked: number | null | undefined,
): Promise<[season: number, stored: InsightSeason | null]> {
  const league = await leagues.seasons(leagueId)
  const season = asked ?? league.currentSeason(now())
  return [season, league.insights(season)]
}

type Lineups = ResponseOf<typeof getLineupEfficiency>
type Grades = ResponseOf<typeof getTeamGrades>

function reviewableWeeks(stored: InsightSeason | null, rosters: readonly RosterWeek[]): number[] {
  if (stored === null) return []
  const { isFinished, currentWeek } = stored.schedule
  const open = new Set(stored.regular.openGames.flatMap(({ weeks }) => weeks))
  const isCompleted = (week: number) =>
    !open.has(week) && (isFinished || (currentWeek !== null && week < currentWeek) || isPlayed(stored, week))
  return [...new Set(rosters.map(({ week }) => week))].filter(isCompleted)
}

function isPlayed({ regular }: InsightSeason, week: number): boolean {
  return completedGames(regular).some(({ weeks }) => weeks.includes(week))
}

/** @param lineups those of the week */
function presentLineups(
  season: number,
  stored: InsightSeason | null,
  rosters: readonly RosterWeek[],
  week: number | null,
  lineups: readonly TeamLineup[],
): Lineups {
  const weeks = reviewableWeeks(stored, rosters)
  const header = { ...presentHeader(season, stored), nfl_week: week, nfl_weeks: weeks }
  const without = (unavailable: Lineups['unavailable']) => {
    return { ...header, nfl_week: null, unavailable, teams: [] }
  }
  if (stored === null || header.unavailable !== null) return without(header.unavailable)
  if (stored.schedule.isBestBall) return without('best_ball')
  if (weeks.length === 0) return without('no_lineups')
  if (rosters.every(({ optimal }) => optimal === null)) return without('no_eligibility')
  return {
    ...header,
    teams: stored.regular.teams.map(({ teamId }) => {
      const reviewed = reviewedGames(stored.regular, rosters, teamId)
      const lineup = lineups.find((each) => each.teamId === teamId)
      const review = lineup === undefined ? null : reviewLineup(lineup)
      const game = reviewed.find((each) => week !== null && each.game.weeks.includes(week))
      return {
        team_id: teamId,
        season: presentEfficiency(reviewed),
        lineup: review && presentReview(review, game),
      }
    }),
  }
}

function presentEfficiency(games: readonly ReviewedGame[]): Lineups['teams'][number]['season'] {
  const { actual, optimal, leftOnBench, ...season } = seasonEfficiency(games)
  return { ...toWire(season), ...presentPoints({ actual, optimal, leftOnBench }) }
}

function presentPoints(review: Pick<LineupReview, 'actual' | 'optimal' | 'leftOnBench'>) {
  return {
    actual: pointsToDecimal(review.actual),
    optimal: pointsToDecimal(review.optimal),
    left_on_bench: pointsToDecimal(review.leftOnBench),
  }
}

function presentReview(review: LineupReview, game: ReviewedGame | undefined) {
  return {
    ...presentPoints(review),
    efficiency: review.efficiency,
    to_start: review.toStart.map(presentPlayer),
    to_bench: review.toBench.map(presentPlayer),
    slots: review.slots.toSorted(bySlot).map(({ slotId, started, best }) => ({
      slot_id: slotId,
      started: started && presentPlayer(started),
      best: best && presentPlayer(best),
    })),
    would_have_won: game === undefined ? null : wouldHaveWon(game),
  }
}

function presentPlayer({ playerId, name, position, points }: LineupEntry) {
  return { player_id: playerId, name, position, points: pointsToDecimalOrNull(points) }
}

function presentGrades(
  stored: InsightSeason,
  lineups: readonly RosterWeek[],
  transactions: readonly LeagueTransaction[],
  board: DraftBoard | null,
): Pick<Grades, 'nfl_weeks' | 'report_unavailable' | 'teams'> {
  const { regular, schedule } = stored
  const completed = reviewableWeeks(stored, lineups)
  const played = new Set(completedGames(regular).flatMap(({ weeks }) => weeks))
  const nflWeeks = completed.filter((week) => played.has(week))
  const positions = positionalStrength(lineups.filter(({ week }) => nflWeeks.includes(week)))
  const reports = reportCards(
    subjectValues({
      season: regular,
      lineups: lineups.filter(({ week }) => completed.includes(week)),
      isBestBall: schedule.isBestBall,
      picks: board?.isRated === true ? board.picks : [],
      transactions,
    }),
    regular,
  )
  return {
    nfl_weeks: nflWeeks,
    report_unavailable: reports !== null ? null : isReportDue(regular) ? 'too_few_subjects' : 'too_early',
    teams: regular.teams.map(({ teamId }) => ({
      team_id: teamId,
      positions: positions.filter((each) => each.teamId === teamId),
      report: reports?.find((each) => each.teamId === teamId) ?? null,
    })),
  }
}
