import { type Game, type GameSide, isDecided, outcomeFor, type TeamRecord } from './season.ts'
import { countResults, isInRecords, winPercentage } from './standings.ts'

export type GameOutcome = 'win' | 'loss' | 'tie'

export type Streak = { outcome: GameOutcome; length: number }

type ResultGame = Pick<Game, 'gameId' | 'period' | 'bracket' | 'result'> & {
  home: Pick<GameSide, 'teamId'>
  away: Pick<GameSide, 'teamId'> | null
}

/** The outcome of a decided game for a team in it. */
export function outcomeOf(
  { home, away, result }: Pick<ResultGame, 'home' | 'away' | 'result'>,
  teamId: number,
): GameOutcome | null {
  if (away === null || !isDecided(result)) return null
  if (home.teamId !== teamId && away.teamId !== teamId) return null
  return ({ wins: 'win', losses: 'loss', ties: 'tie' } as const)[
    outcomeFor(home.teamId === teamId ? 'home' : 'away', result)
  ]
}

/** Returns a function that finds the outcomes of a team's decided games that count in its record, oldest first. */
export function outcomeFinder(games: readonly ResultGame[]): (teamId: number) => readonly GameOutcome[] {
  const outcomes = new Map<number, GameOutcome[]>()
  for (const game of games.filter(isInRecords).sort((a, b) => a.period - b.period || a.gameId - b.gameId))
    for (const teamId of [game.home.teamId, game.away?.teamId]) {
      const outcome = teamId === undefined ? null : outcomeOf(game, teamId)
      if (teamId === undefined || outcome === null) continue
      outcomes.set(teamId, [...(outcomes.get(teamId) ?? []), outcome])
    }
  return (teamId) => outcomes.get(teamId) ?? []
}

/** The latest equal outcomes, as the provider counts them; null without games. */
export function streakOf(outcomes: readonly GameOutcome[]): Streak | null {
  const outcome = outcomes.at(-1)
  if (outcome === undefined) return null
  return { outcome, length: outcomes.length - 1 - outcomes.findLastIndex((each) => each !== outcome) }
}

/**
 * How many games a record is behind the one with the best win percentage: half the sum of the differences in wins
 * and losses, as the provider computes it. null for a team without games, and if none has any.
 */
export function gamesBack(record: TeamRecord | null, all: readonly (TeamRecord | null)[]): number | null {
  const best = all.toSorted((a, b) => (winPercentage(b) ?? -1) - (winPercentage(a) ?? -1))[0]
  if (best == null || record === null || countResults(record) === 0) return null
  return (best.wins - record.wins + record.losses - best.losses) / 2
}
