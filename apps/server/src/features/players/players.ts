import { getPlayer, type PlayerWeek } from '@fieldhouse/contract/teams'
import { type NflGame, type NflWeek, teamWeekOf } from '@fieldhouse/domain/nfl/nfl-week'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { listAcquisitions } from '@fieldhouse/domain/rosters/acquisitions'
import { slotOf } from '@fieldhouse/domain/rosters/lineup'
import { hasWeeklyPoints } from '@fieldhouse/domain/seasons/scoring-format'
import { orThrow } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { nflAbbrev, presentPlayerWeek } from '../../http/present-roster.ts'
import { presentManagers, presentTeamLink, UNASSIGNED } from '../../http/present-team.ts'
import { presentFreshness, toWire } from '../../http/to-wire.ts'
import type { PlayerEntry } from '../../repositories/archive-reader.ts'
import type { League } from '../../repositories/league.ts'
import { findPlayers } from '../../repositories/player-reader.ts'
import { resolveRosterWeek } from '../roster/read-roster.ts'

export const players = [
  operation(getPlayer, async ({ ctx, league: { id }, params: { player: playerId }, query }) => {
    const { archive, nfl } = ctx
    const stored = await archive.listPlayerEntries(id, playerId)
    const newest = orThrow(stored.at(-1)?.season, 'player_not_found')
    const season = query.season ?? newest
    const league = await ctx.leagues.get(id)
    const { format, week, weeks } = await resolveRosterWeek(ctx, league, season)
    const [known, draft, transactions, nflWeek, nflGames] = await Promise.all([
      findPlayers(ctx.db, [playerId]),
      archive.findDraft(id, season),
      archive.listTransactions(id, season),
      week === null ? NO_NFL_WEEK : nfl.getWeek(season, week),
      nfl.listSeasonGames(season),
    ])
    const described = known.get(playerId) ?? null
    const entries = hasWeeklyPoints(format) ? stored : stored.map(withoutPoints)
    const ofSeason = entries.filter((each) => each.season === season)
    const current = ofSeason.find((each) => each.week === week)
    const latest = ofSeason.at(-1) ?? entries.at(-1)
    const acquisitions = listAcquisitions(playerId, { picks: draft?.picks ?? [], transactions })
    const acquisition = acquisitions.findLast(({ teamId }) => teamId === current?.teamId)
    /** Without a lineup of the week, the player's team in the newest known lineup. */
    const latestNflTeam =
      newest === season && described !== null ? described.nflTeamId : (latest?.entry.nflTeamId ?? null)
    return {
      season,
      seasons: [...new Set(entries.map((each) => each.season))].toReversed(),
      scoring_format: format,
      espn_id: playerId,
      player: latest?.entry.name ?? described?.name ?? '',
      position: latest?.entry.position ?? described?.position ?? null,
      week,
      this_week: presentPlayerWeek(
        playerId,
        current?.entry ?? null,
        current === undefined ? latestNflTeam : current.entry.nflTeamId,
        nflWeek,
      ),
      team:
        current === undefined
          ? null
          : {
              team_id: current.teamId,
              slot_id: current.entry.slotId,
              acquisition: acquisition === undefined ? null : toWire(acquisition),
            },
      has_lineups: week !== null && weeks.includes(week),
      teams: presentTeams([...ofSeason, ...acquisitions], league, season),
      games: ofSeason.map((each) => presentWeek(each, nflGames)),
      acquisitions: toWire(acquisitions),
      ...presentFreshness(league.freshness(season)),
    }
  }),
]

const NO_NFL_WEEK: NflWeek = { games: [], byeTeamIds: new Set() }

const withoutPoints = (each: PlayerEntry): PlayerEntry => ({
  ...each,
  entry: { ...each.entry, points: null, projectedPoints: null },
})

function presentWeek({ week, teamId, entry }: PlayerEntry, nflGames: readonly NflGame[]): PlayerWeek {
  const games = nflGames
    .filter((game) => game.week === week)
    .map((game) => ({ ...game, line: null, weather: null, progress: null }))
  const game = entry.nflTeamId === null ? null : teamWeekOf({ games, byeTeamIds: new Set() }, entry.nflTeamId)
  return {
    week,
    team_id: teamId,
    slot_id: entry.slotId,
    is_starter: slotOf(entry.slotId).isStarter,
    points: pointsToDecimalOrNull(entry.points),
    proj: pointsToDecimalOrNull(entry.projectedPoints),
    nfl_team: nflAbbrev(entry.nflTeamId),
    opp: nflAbbrev(game?.opponentId ?? null),
    home_away: game?.side === 'away' ? '@' : (game?.side ?? null),
  }
}

function presentTeams(
  mentions: readonly { teamId: number; fromTeamId?: number | null }[],
  league: League,
  season: number,
) {
  const ids = new Set(mentions.flatMap(({ teamId, fromTeamId }) => [teamId, fromTeamId ?? teamId]))
  const teams = league.teams(season)
  const owners = league.ownerNames(season)
  return [...ids].map((teamId) => ({
    ...presentTeamLink(teamId, teams),
    ...presentManagers(teams.find((team) => team.teamId === teamId) ?? { teamId, ...UNASSIGNED }, owners),
  }))
}
