import { getTeam, getTradeBlock, saveTradeBlock } from '@fieldhouse/contract/teams'
import type { RosterPlayer } from '@fieldhouse/domain/rosters/matchup'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/engine/database.ts'
import { ApiError, orThrow } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { nflAbbrev } from '../../http/present-roster.ts'
import { presentTeamLink } from '../../http/present-team.ts'
import { presentFreshness } from '../../http/to-wire.ts'
import { changeLeague } from '../../repositories/change-league.ts'
import type { League } from '../../repositories/league.ts'
import { readDocuments, replaceDocument, TRADE_BLOCK } from '../../repositories/league-documents.ts'
import { readTeam } from './read-team.ts'

export const teams = [
  operation(getTeam, async ({ ctx, league, params, query, request }) => {
    const found = orThrow(await readTeam(ctx, league, params.team, query), 'team_not_found')
    if (found.hasCurrentPicture !== null) request.revalidate = found.hasCurrentPicture
    return found.response
  }),

  operation(getTradeBlock, async ({ ctx, league: { id }, user }) => {
    const league = await ctx.leagues.get(id)
    const season = league.currentSeason(ctx.now())
    const isFinished = league.schedule(season)?.isFinished ?? false
    const mine = league.teamOf(season, user.userId)
    const rosters = isFinished ? new Map<number, RosterPlayer[]>() : await readRosters(ctx, id, season)
    const offers = await readOffers(ctx.db, league, season)
    const marked = league.teams(season).map((team) => ({
      ...presentTeamLink(team.teamId, [team]),
      players: (rosters.get(team.teamId) ?? []).flatMap((player) => {
        const note = offers.get(team.teamId)?.get(player.playerId)
        const status = note === undefined ? blockOf(league, season, team.teamId)[player.playerId] : 'offered'
        if (status === undefined) return []
        const mark = note === undefined ? ('provider' as const) : ('manager' as const)
        return [{ ...presentPlayer(player), status, note: note ?? '', marked_by: mark }]
      }),
    }))
    const isMine = (teamId: number) => Number(teamId === mine?.teamId)
    return {
      ...presentFreshness(league.freshness(season)),
      season,
      is_finished: isFinished,
      my_team_id: mine?.teamId ?? null,
      my_players: (mine === null ? [] : (rosters.get(mine.teamId) ?? [])).map(presentPlayer),
      teams: marked
        .filter(({ players }) => players.length > 0)
        .sort((a, b) => isMine(b.team_id) - isMine(a.team_id) || a.name.localeCompare(b.name, 'en')),
    }
  }),

  operation(saveTradeBlock, async (call) => {
    const { ctx, user, body } = call
    const { espn_id: playerId, note } = body
    const league = await ctx.leagues.get(call.league.id)
    const season = league.currentSeason(ctx.now())
    const team = league.teamOf(season, user.userId)
    const roster = team === null ? [] : ((await readRosters(ctx, league.id, season)).get(team.teamId) ?? [])
    const player = roster.find((each) => each.playerId === playerId)
    await changeLeague(call, async ({ transaction, now }) => {
      // Nobody without a team offers a player.
      if (team === null && note === null) return
      if (team === null) throw new ApiError('team_not_found')
      if (note !== null && player === undefined) throw new ApiError('player_not_found')
      const stored = (await readOffers(transaction, league, season)).get(team.teamId) ?? []
      const others = [...stored].map(([each, text]) => ({ playerId: each, note: text }))
      // Players who have left the team are forgotten.
      const offers = others.filter(
        (each) => each.playerId !== playerId && roster.some((on) => on.playerId === each.playerId),
      )
      if (note !== null) offers.push({ playerId, note })
      const document = offers.length === 0 ? null : { season, teamId: team.teamId, offers }
      await replaceDocument(
        transaction,
        { leagueId: league.id, userId: user.userId },
        TRADE_BLOCK,
        document,
        now,
      )
    })
    const name = player?.name ?? 'The player'
    return { message: `${name} is ${note === null ? 'off' : 'on'} the trade block.` }
  }),
]

async function readRosters(ctx: Context, leagueId: number, season: number) {
  const rosters = await ctx.archive.listNewestRosters(leagueId, season)
  return new Map(rosters.map(({ teamId, players }) => [teamId, [...players]]))
}

/** What the managers offer, by team: the notes by player. Of managers who still have that team. */
async function readOffers(db: Db, league: League, season: number): Promise<Map<number, Map<number, string>>> {
  const documents = await readDocuments(db, league.id, TRADE_BLOCK)
  const current = documents.filter(
    ({ userId, document }) =>
      document.season === season &&
      userId !== null &&
      league.teamOf(season, userId)?.teamId === document.teamId,
  )
  return new Map(
    current.map(({ document: { teamId, offers } }) => [
      teamId,
      new Map(offers.map((offer) => [offer.playerId, offer.note])),
    ]),
  )
}

const blockOf = (league: League, season: number, teamId: number) =>
  league.season(season)?.teams.find((team) => team.teamId === teamId)?.tradeBlock ?? {}

const presentPlayer = ({ playerId, name, position, nflTeamId }: RosterPlayer) => ({
  espn_id: playerId,
  player: name,
  position,
  nfl_team: nflAbbrev(nflTeamId),
})
