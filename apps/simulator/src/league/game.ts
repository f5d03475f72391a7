import type { Points } from '@fieldhouse/domain/points'

export type Tier = 'NONE' | 'WINNERS_BRACKET' | 'WINNERS_CONSOLATION_LADDER' | 'LOSERS_CONSOLATION_LADDER'
export type Winner = 'HOME' | 'AWAY' | 'TIE' | 'UNDECIDED'
/** One team of a game. The points include the commissioner's adjustment. */
export type Side = { teamId: number; points: Points; adjustment: Points }

export type SimulatedGame = {
  id: number
  period: number
  /** The NFL weeks of the game: one, or two for a two-week championship. */
  weeks: readonly number[]
  tier: Tier
  home: Side
  /** null for a bye, which the top two seeds have in the first playoff round. */
  away: Side | null
  /** UNDECIDED for a bye. */
  winner: Winner
}

export type Pairing = { tier: Tier; homeId: number; awayId: number | null }

export type SideOf = (teamId: number, weeks: readonly number[]) => Side

export type GameWeeks = Pick<SimulatedGame, 'period' | 'weeks'>

/** Plays a game. A tied playoff game is won by the home team, which has the better seed. */
export function playGame(
  id: number,
  { period, weeks }: GameWeeks,
  { tier, homeId, awayId }: Pairing,
  sideOf: SideOf,
): SimulatedGame {
  const home = sideOf(homeId, weeks)
  const away = awayId === null ? null : sideOf(awayId, weeks)
  return { id, period, weeks, tier, home, away, winner: winnerOf(home, away, tier) }
}

function winnerOf(home: Side, away: Side | null, tier: Tier): Winner {
  if (away === null) return 'UNDECIDED'
  if (home.points === away.points) return tier === 'NONE' ? 'TIE' : 'HOME'
  return home.points > away.points ? 'HOME' : 'AWAY'
}
