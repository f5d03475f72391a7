import { join } from 'node:path'
import { ROOT } from '../../scripts/project.mjs'
import { runCommand } from '../../scripts/run-command.mjs'
import { rounded, table } from './table.mjs'

/**
 * Measures how long the history of a league takes to compute, and how that grows with the number of games.
 */
export async function benchHistory() {
  const { code, output } = await runCommand(process.execPath, [join(ROOT, 'apps/server/dist/measure.js')])
  if (code !== 0) throw new Error(output)
  /** @type {{ times: number, games: number, ms: number }[]} */
  const measurements = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const first = measurements[0]?.ms ?? Number.NaN
  const rows = measurements.map(({ times, games, ms }) => [
    `× ${times}`,
    games,
    rounded(ms, 1),
    rounded(ms / first, 1),
  ])
  return table(['20 seasons of 14 teams', 'games', 'ms', 'vs. × 1'], rows)
}
