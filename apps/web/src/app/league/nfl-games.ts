import type { LeagueEvents } from '@fieldhouse/contract/live'
import type { NflGameUpdate } from '@fieldhouse/contract/matchups'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { leagueQueryKey } from '../../api/operations.ts'
import type { OddsBoard } from '../../features/betslip/use-bets.ts'
import type { MyMatchupResponse } from '../../features/matchups/use-matchups.ts'
import type { RosterRow } from '../../features/roster/use-roster.ts'
import { type CachedRoster, mapLineups, mapPlayers, rosterWeek } from './cached-rosters.ts'

/** Returns the keys of what has to be read again: the response to a pending request may be older than the event. */
export function showNflGames(
  client: QueryClient,
  league: string,
  { season, week, games }: LeagueEvents['nfl'],
): QueryKey[] {
  const outdated: QueryKey[] = []
  const update = <Data>(names: readonly string[], show: (data: Data) => Data) => {
    for (const { queryKey, state } of client
      .getQueryCache()
      .findAll({ queryKey: [...leagueQueryKey(league), ...names] })) {
      if (state.fetchStatus === 'fetching') outdated.push(queryKey)
      // What is to be read again must stay so.
      if (state.data !== undefined && !state.isInvalidated)
        client.setQueryData<Data>(queryKey, show(state.data as Data), { updatedAt: state.dataUpdatedAt })
    }
  }
  update<CachedRoster>(['roster'], (roster) =>
    roster.season === season && rosterWeek(roster) === week
      ? mapPlayers(roster, (player) => withGame(player, games))
      : roster,
  )
  update<MyMatchupResponse>(['matchup'], (response) => {
    const { matchup } = response
    if (matchup === null || response.season !== season || matchup.lineup_week !== week) return response
    return { ...response, matchup: mapLineups(matchup, (spot) => withGame(spot, games)) }
  })
  update<OddsBoard>(['bets', 'board'], (board) =>
    board.season === season && board.week === week
      ? {
          ...board,
          games: board.games.map((row) => ({ ...row, game: updateOf(row.game, games) ?? row.game })),
        }
      : board,
  )
  return outdated
}

function updateOf(
  { home_team, away_team }: Pick<NflGameUpdate, 'home_team' | 'away_team'>,
  games: readonly NflGameUpdate[],
): NflGameUpdate | undefined {
  return games.find((game) => game.home_team === home_team && game.away_team === away_team)
}

type Spot = Pick<RosterRow, 'espn_id' | 'nfl_team' | 'nfl_game'>

function withGame<Player extends Spot>(player: Player, games: readonly NflGameUpdate[]): Player {
  const update = games.find(({ home_team, away_team }) =>
    [home_team, away_team].includes(player.nfl_team ?? ''),
  )
  if (update === undefined) return player
  const { ball_team, ...game } = update
  const hasBall = (player.espn_id ?? 0) > 0 && ball_team === player.nfl_team
  return { ...player, nfl_game: { ...game, is_red_zone: game.is_red_zone && hasBall } }
}
