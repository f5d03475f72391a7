import type { MyMatchupResponse } from '../../features/matchups/use-matchups.ts'
import type { Player, Roster, RosterRow } from '../../features/roster/use-roster.ts'
import type { TeamResponse } from '../../features/teams/use-teams.ts'

export type CachedRoster = Roster | Player | TeamResponse

export function isRoster(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'players' in data
}

export function rosterWeek(data: CachedRoster): number | null {
  return 'roster' in data ? data.roster.week : data.week
}

export function mapPlayers<Data extends CachedRoster>(
  data: Data,
  change: (row: RosterRow) => RosterRow,
): Data {
  if ('players' in data) return { ...data, players: data.players.map(change) }
  if ('roster' in data)
    return { ...data, roster: { ...data.roster, players: data.roster.players.map(change) } }
  const { espn_id, player } = data
  const this_week = change({ ...data.this_week, id: espn_id, espn_id, player, slot_id: 0 })
  return { ...data, this_week }
}

type Matchup = NonNullable<MyMatchupResponse['matchup']>
type Spot = NonNullable<Matchup['home']['lineup']>[number]

export function mapLineups(matchup: Matchup, change: (spot: Spot) => Spot): Matchup {
  const changeSide = (side: Matchup['home']) => ({ ...side, lineup: side.lineup?.map(change) ?? null })
  return { ...matchup, away: changeSide(matchup.away), home: changeSide(matchup.home) }
}
