import { getPlayer } from '@fieldhouse/contract/players'
import { leagueOf } from '../../auth/access.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { NflReader } from '../../repositories/nfl/nfl-reader.ts'
import type { ArchiveReader } from '../../repositories/seasons/archive-reader.ts'
import type { PlayerReader } from '../../repositories/seasons/player-reader.ts'
import type { RosterReader } from '../../repositories/seasons/roster-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import type { TeamReader } from '../../repositories/seasons/team-reader.ts'
import { presentPlayer } from './present.ts'

export type PlayersOptions = {
  seasons: SeasonReader
  teams: TeamReader
  archive: Pick<ArchiveReader, 'listPlayerEntries' | 'findDraft' | 'listTransactions'>
  rosters: RosterReader
  players: Pick<PlayerReader, 'findByIds'>
  nfl: Pick<NflReader, 'getWeek' | 'listSeasonGames'>
}

export const playersRoutes: Routes<PlayersOptions> = (app, options) => {
  const { seasons, teams, archive, rosters, players, nfl } = options

  app.route({
    ...getPlayer,
    async handler(request) {
      const { id } = leagueOf(request)
      const playerId = request.params.player
      const entries = await archive.listPlayerEntries(id, playerId)
      const newest = entries.at(-1)?.season
      if (newest === undefined) throw new ApiError('player_not_found')
      const season = request.query.season ?? newest
      const rosterWeek = await rosters.resolveWeek(id, season)
      const { week } = rosterWeek
      const [stored, seasonTeams, owners, draft, transactions, nflWeek, nflGames, freshness] =
        await Promise.all([
          players.findByIds([playerId]),
          teams.listTeams(id, season),
          teams.listOwnerNames(id, season),
          archive.findDraft(id, season),
          archive.listTransactions(id, season),
          week === null ? null : nfl.getWeek(season, week),
          nfl.listSeasonGames(season),
          seasons.getFreshness(id, season),
        ])
      return presentPlayer(playerId, {
        season,
        rosterWeek,
        entries,
        stored: stored.get(playerId) ?? null,
        teams: seasonTeams,
        owners,
        picks: draft?.picks ?? [],
        transactions,
        nflWeek: nflWeek ?? { games: [], byeTeamIds: new Set() },
        nflGames,
        freshness,
      })
    },
  })
}
