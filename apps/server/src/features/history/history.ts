import { excludeFromRecords } from '@fieldhouse/contract/history/administration'
import { compareOwners, getHistory, getOwner, listOwnerPairs } from '@fieldhouse/contract/history/history'
import { getGame } from '@fieldhouse/contract/seasons/seasons'
import { buildOwnerPage } from '@fieldhouse/domain/history/owner-page'
import type { PlayedGame } from '@fieldhouse/domain/history/played-games'
import { findConflictingFields } from '@fieldhouse/domain/league/edit-conflicts'
import type { Context } from '../../context.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { presentLineup } from '../../http/present-roster.ts'
import { type AuditedChange, findLastChange } from '../../repositories/audit.ts'
import {
  changeLeague,
  type LeagueEvent,
  type LeagueRequest,
  recordEvent,
} from '../../repositories/change-league.ts'
import { findLeagueImport } from '../../repositories/league-sources.ts'
import {
  presentComparison,
  presentGame,
  presentHistory,
  presentOwner,
  presentPairs,
  readPictures,
  requireOwner,
} from './read-history.ts'

export const history = [
  operation(getHistory, async ({ ctx, league: { id }, request }) => {
    const league = await ctx.leagues.seasons(id)
    const pictures = await readPictures(ctx, league)
    request.revalidate = pictures.areCurrent
    return presentHistory(league, pictures, await findLeagueImport(ctx.db, id))
  }),

  operation(compareOwners, async ({ ctx, league: { id }, query }) => {
    const league = await ctx.leagues.seasons(id)
    const [a, b] = [requireOwner(league, query.a), requireOwner(league, query.b)]
    if (a === b) throw new ApiError('same_owner')
    return presentComparison(league.history(), a, b)
  }),

  operation(listOwnerPairs, async ({ ctx, league: { id } }) =>
    presentPairs((await ctx.leagues.seasons(id)).history()),
  ),

  operation(getOwner, async ({ ctx, league: { id }, params }) => {
    const league = await ctx.leagues.seasons(id)
    const page = buildOwnerPage(league.history(), requireOwner(league, params.owner))
    return presentOwner(page, (await readPictures(ctx, league)).owners)
  }),

  operation(getGame, async ({ ctx, league: { id }, params: { season, game: gameId } }) => {
    const league = await ctx.leagues.seasons(id)
    const { games, records } = league.history()
    const game = games.find((played) => played.season === season && played.gameId === gameId)
    if (game === undefined) throw new ApiError('game_not_found')
    const { owners } = await readPictures(ctx, league)
    return presentGame(game, records, owners, await readLineups(ctx, id, game))
  }),

  operation(excludeFromRecords, async (call) => {
    const { season, reason, expected } = call.body
    const leagueId = call.league.id
    await changeHistory(call, 'records', async ({ transaction, now, audit }) => {
      const stored = await transaction
        .selectFrom('seasons')
        .leftJoin('record_exclusions as exclusion', (join) =>
          join
            .onRef('exclusion.league_id', '=', 'seasons.league_id')
            .onRef('exclusion.season', '=', 'seasons.season'),
        )
        .select('exclusion.reason')
        .where((eb) => eb.and({ 'seasons.league_id': leagueId, 'seasons.season': season }))
        .executeTakeFirstOrThrow(() => new ApiError('season_not_found'))
      if (findConflictingFields(stored, { saved: { reason }, expected }).length > 0) {
        const isOfSeason = (detail: Record<string, unknown>) => detail['season'] === season
        const change = await findLastChange(transaction, leagueId, 'season.exclude', isOfSeason)
        throw new ApiError('edit_conflict', { newer: { reason: { value: stored.reason, ...change } } })
      }
      await transaction
        .deleteFrom('record_exclusions')
        .where((eb) => eb.and({ league_id: leagueId, season }))
        .execute()
      if (reason !== null)
        await transaction
          .insertInto('record_exclusions')
          .values({ league_id: leagueId, season, reason, excluded_at: now.getTime() })
          .execute()
      await audit('season.exclude', { season, reason })
    })
    return {
      message:
        reason === null
          ? `The ${season} season counts toward league records again.`
          : `The ${season} season is excluded from league records.`,
    }
  }),
]

async function readLineups(
  { archive }: Pick<Context, 'archive'>,
  leagueId: number,
  { season, weeks, home, away }: PlayedGame,
) {
  const weekLineups = await Promise.all(
    weeks.map(async (week) => {
      const lineups = await archive.listLineups(leagueId, season, week)
      return {
        week,
        home: presentLineup(lineups, home.team.teamId),
        away: presentLineup(lineups, away.team.teamId),
      }
    }),
  )
  return weekLineups.filter((week) => week.home !== null || week.away !== null)
}

/** Changes the history of a league, like `changeLeague`, and tells the open pages which part of it. */
export function changeHistory<Result>(
  call: LeagueRequest,
  part: Extract<LeagueEvent, { name: 'history' }>['data']['change'],
  change: (change: AuditedChange) => Promise<Result>,
): Promise<Result> {
  return changeLeague(call, async (each) => {
    const result = await change(each)
    const event: LeagueEvent = { name: 'history', data: { change: part } }
    await recordEvent(each.transaction, call.league.id, event, each.now)
    return result
  })
}
