import { NFL_TEAMS } from '../nfl/nfl-teams.ts'
import type { Player } from '../nfl/players.ts'

const FIRST_SIMULATED_ID = 90_000_000
const FIRST_SLEEPER_ID = 4000

/** The ID of a player at Sleeper: digits, or the abbreviation of a defense's team. */
export function playerIdOf({ id, nflTeamId }: Pick<Player, 'id' | 'nflTeamId'>): string {
  return id < 0 ? abbrevOf(nflTeamId) : `${id - FIRST_SIMULATED_ID + FIRST_SLEEPER_ID}`
}

export function espnIdOf(playerId: string): number {
  return Number(playerId) - FIRST_SLEEPER_ID + FIRST_SIMULATED_ID
}

export function abbrevOf(nflTeamId: number): string {
  const abbrev = NFL_TEAMS.find(({ id }) => id === nflTeamId)?.abbrev.toUpperCase() ?? ''
  return abbrev === 'WSH' ? 'WAS' : abbrev
}
