import { runMeasuringProgram } from './program.ts'
import { rounded, table } from './table.ts'

/**
 * Measures how long the history of a league takes to compute, and how that grows with the number of games.
 */
export async function benchHistory() {
  const measurements: { times: number; games: number; ms: number }[] =
    await runMeasuringProgram('measure-history.ts')
  const first = measurements[0]?.ms ?? Number.NaN
  const rows = measurements.map(({ times, games, ms }) => [
    `× ${times}`,
    games,
    rounded(ms, 1),
    rounded(ms / first, 1),
  ])
  return table(['20 seasons of 14 teams', 'games', 'ms', 'vs. × 1'], rows)
}
