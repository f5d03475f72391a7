import type { Points } from '@fieldhouse/domain/points'

export type Tier = 'NONE' | 'WINNERS_BRACKET' | 'WINNERS_CONSOLATION_LADDER' | 'LOSERS_CONSOLATION_LADDER'
export type Winner = 'HOME' | 'AWAY' | 'TIE' | 'UNDECIDED'
/** A side's points have the commissioner's adjustment in them. */
export type Side = { teamId: number; points: Points; adjustment: Points }

/** A game as it ends. */
export type SimulatedGame = {
  id: number
  /** The matchup period. */
  period: number
  /** Its NFL weeks: one, but for a final of two. */
  weeks: readonly number[]
  tier: Tier
  home: Side
  /** null in the bye that the best two teams have at the start of the playoffs. */
  away: Side | null
  /** A bye is never decided. */
  winner: Winner
}

export type Pairing = { tier: Tier; homeId: number; awayId: number | null }

/** A team's side of a game of these weeks. */
export type SideOf = (teamId: number, weeks: readonly number[]) => Side

/** When a game is played. */
export type GameWeeks = Pick<SimulatedGame, 'period' | 'weeks'>

/** In the playoffs there is no tie: the home team, which is seeded better, goes on. */
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
