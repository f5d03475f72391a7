import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDemoLeague, demoSettings, LEAGUE_PATH } from './baselines.ts'
import { runMeasuringProgram } from './program.ts'
import { READ_PATHS } from './reads.ts'
import { median, rounded, table } from './table.ts'

const COLUMNS = [
  'first view',
  'statements',
  'CPU µs',
  'prepared statements, CPU µs',
  'ratio',
  'ratios of the rounds',
]

export async function benchFirstView() {
  const dataDir = mkdtempSync(join(tmpdir(), 'fieldhouse-bench-'))
  const paths = Object.entries(READ_PATHS).filter(([, path]) => path.startsWith(LEAGUE_PATH))
  try {
    const now = await createDemoLeague(dataDir, {})
    const measurements: { statements: number; micros: number[]; rawMicros: number[] }[] =
      await runMeasuringProgram(
        'measure-first-view.ts',
        paths.map(([, path]) => path),
        { DATA_DIR: dataDir, ...demoSettings(now) },
      )
    const rows = measurements.map(({ statements, micros, rawMicros }, index) => {
      const ratios = micros.map((each, round) => each / (rawMicros[round] ?? Number.NaN))
      return [
        paths[index]?.[0] ?? '',
        statements,
        rounded(median(micros)),
        rounded(median(rawMicros)),
        rounded(median(ratios), 1),
        `${rounded(Math.min(...ratios), 1)} to ${rounded(Math.max(...ratios), 1)}`,
      ]
    })
    return table(COLUMNS, rows)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
