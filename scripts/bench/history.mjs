import { join } from 'node:path'
import { ROOT } from '../project.mjs'
import { runCommand } from '../run-command.mjs'
import { rounded, table } from './table.mjs'

/** How long a league's history takes to work out, and how that grows with the games. */
export async function benchHistory() {
  const { code, output } = await runCommand(process.execPath, [join(ROOT, 'apps/server/dist/measure.js')])
  if (code !== 0) throw new Error(output)
  /** @type {{ times: number, games: number, ms: number }[]} */
  const measures = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const first = measures[0]?.ms ?? Number.NaN
  const rows = measures.map(({ times, games, ms }) => [
    `× ${times}`,
    games,
    rounded(ms, 1),
    rounded(ms / first, 1),
  ])
  return table(['20 seasons of 14 teams', 'games', 'ms', 'of × 1'], rows)
}
