import type { Player, Roster, RosterRow } from '../../features/roster/use-roster.ts'
import type { TeamResponse } from '../../features/teams/use-teams.ts'

/** What is cached as part of the rosters: a roster, a player's card, or a team page. */
export type CachedRoster = Roster | Player | TeamResponse

export function isRoster(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'players' in data
}

/** The NFL week that it shows. */
export function rosterWeek(data: CachedRoster): number | null {
  return 'roster' in data ? data.roster.week : data.week
}

/** Changes the week of each player in it. */
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
