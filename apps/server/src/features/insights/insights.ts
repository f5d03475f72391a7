import { countAwards, getWeeklyAwards } from '@fieldhouse/contract/insights/awards'
import { getEloRatings } from '@fieldhouse/contract/insights/elo'
import { getTeamGrades } from '@fieldhouse/contract/insights/grades'
import { getLuck, getPowerRanking, getScheduleSwap } from '@fieldhouse/contract/insights/insights'
import { getLineupEfficiency } from '@fieldhouse/contract/insights/lineups'
import { getPlayoffRace, getRaceHistory, playWhatIf } from '@fieldhouse/contract/insights/playoff-race'
import { getSeasonCards } from '@fieldhouse/contract/insights/season-cards'
import { eloHistory } from '@fieldhouse/domain/history/owner-elo'
import type { InsightSeason } from '@fieldhouse/domain/insights/season/insight-season'
import type { Context } from '../../context.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { workInTurn } from '../../jobs/take-turns.ts'
import { findBoard } from '../draft/read-draft.ts'
import { readPictures } from '../history/read-history.ts'
import { presentHeader, presentLuck, presentPowerRanking, presentScheduleSwap } from './present-figures.ts'
import { presentGrades, presentLineups, reviewableWeeks } from './present-lineups.ts'
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
    orBusy(await readRace(ctx, ...(await readSeason(ctx, league.id, query.season)))),
  ),

  operation(getRaceHistory, async ({ ctx, league, query }) =>
    orBusy(await readRaceHistory(ctx, ...(await readSeason(ctx, league.id, query.season)))),
  ),

  operation(playWhatIf, async ({ ctx, league, body, request }) => {
    await request.confirmRights()
    const picks = body.picks.map(({ game_id, winner }) => ({ gameId: game_id, winner }))
    return orBusy(await readRace(ctx, ...(await readSeason(ctx, league.id, body.season)), picks))
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
    const season = query.season ?? (await ctx.leagues.seasons(id)).currentSeason(ctx.now())
    const cards = await readSeasonCards(ctx, id, season, query.team_id ?? null)
    if (typeof cards === 'string') throw new ApiError(cards)
    return cards
  }),
]

/** What the insights of a season, by default the current one, are computed from; null if it is not stored. */
async function readSeason(
  { leagues, now }: Pick<Context, 'leagues' | 'now'>,
  leagueId: number,
  asked: number | null | undefined,
): Promise<[season: number, stored: InsightSeason | null]> {
  const league = await leagues.seasons(leagueId)
  const season = asked ?? league.currentSeason(now())
  return [season, league.insights(season)]
}

function orBusy<Response>(response: Response | null): Response {
  if (response === null) throw new ApiError('busy')
  return response
}
