import type { Points } from '@fieldhouse/domain/points'

export type Tier = 'NONE' | 'WINNERS_BRACKET' | 'WINNERS_CONSOLATION_LADDER' | 'LOSERS_CONSOLATION_LADDER'
export type Winner = 'HOME' | 'AWAY' | 'TIE' | 'UNDECIDED'
export type Side = { teamId: number; points: Points }

/** A game as it ends. Matchup periods and NFL weeks are the same here. */
export type SimulatedGame = {
  id: number
  week: number
  tier: Tier
  home: Side
  /** null in the bye that the best two teams have at the start of the playoffs. */
  away: Side | null
  /** A bye is never decided. */
  winner: Winner
}

export type Pairing = { tier: Tier; homeId: number; awayId: number | null }

/** A team's final points of a week. */
export type ScoreOf = (teamId: number, week: number) => Points

/** In the playoffs there is no tie: the home team, which is seeded better, goes on. */
export function playGame(
  id: number,
  week: number,
  { tier, homeId, awayId }: Pairing,
  scoreOf: ScoreOf,
): SimulatedGame {
  const home = { teamId: homeId, points: scoreOf(homeId, week) }
  const away = awayId === null ? null : { teamId: awayId, points: scoreOf(awayId, week) }
  return { id, week, tier, home, away, winner: winnerOf(home, away, tier) }
}

function winnerOf(home: Side, away: Side | null, tier: Tier): Winner {
  if (away === null) return 'UNDECIDED'
  if (home.points === away.points) return tier === 'NONE' ? 'TIE' : 'HOME'
  return home.points > away.points ? 'HOME' : 'AWAY'
}
