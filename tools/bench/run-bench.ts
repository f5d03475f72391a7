import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { UserError } from '../../scripts/bootstrap/project.mjs'
import { benchBackfill } from './backfill.ts'
import { benchFeed } from './feed.ts'
import { benchFeedHerd } from './feed-herd.ts'
import { benchFirstView } from './first-view.ts'
import { benchHerd } from './herd.ts'
import { benchLive } from './live.ts'
import { benchPage } from './page.ts'
import { benchProcesses } from './processes.ts'
import { runMeasuringProgram } from './program.ts'
import { benchReads } from './reads.ts'
import { benchActiveLeagues, benchScale } from './scale/bench-scale.ts'
import { rounded, table } from './table.ts'
import { benchUploads } from './uploads.ts'
import { benchWrites } from './writes.ts'

/** All benchmarks, by their names on the command line. */
const SUITES = {
  reads: benchReads,
  'first-view': benchFirstView,
  live: benchLive,
  processes: benchProcesses,
  herd: benchHerd,
  'feed-herd': benchFeedHerd,
  writes: benchWrites,
  history: benchHistory,
  insights: benchInsights,
  backfill: benchBackfill,
  feed: benchFeed,
  uploads: benchUploads,
  page: benchPage,
  scale: benchScale,
  'active-leagues': benchActiveLeagues,
}

/**
 * Runs the named benchmarks, or all of them, and prints their tables. A number sets the number of leagues of
 * the benchmarks `scale` and `active-leagues`.
 */
export async function runBench(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { seconds: { type: 'string', default: '1' }, rounds: { type: 'string', default: '2' } },
  })
  const names = positionals.filter((each) => !/^\d+$/.test(each))
  const leagues = Number(positionals.find((each) => /^\d+$/.test(each)) ?? 1000)
  const options = { seconds: Number(values.seconds), rounds: Number(values.rounds), leagues }
  if (!(options.seconds >= 1 && options.rounds >= 1))
    throw new UserError('--seconds and --rounds must be at least 1.')
  const unknown = names.filter((name) => !(name in SUITES))
  if (unknown.length > 0)
    throw new UserError(
      `Unknown benchmark ${unknown.join(', ')}. Choose from ${Object.keys(SUITES).join(', ')}.`,
    )
  const [processor] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  console.log(`Node ${process.version}, ${cpus().length} × ${processor?.model.trim()}, ${memory} GiB\n`)
  for (const [name, bench] of Object.entries(SUITES)) {
    if (names.length > 0 && !names.includes(name)) continue
    console.log(`## ${name}\n\n${await bench(options)}\n`)
  }
}

/**
 * Measures how long the history of a league takes to compute, and how that grows with the number of games.
 */
async function benchHistory() {
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

/** Measures how much CPU time the odds and the exact statements of a playoff race take. */
async function benchInsights() {
  const measurements: { name: string; teams: number; openWeeks: number; ms: number; worstMs: number }[] =
    await runMeasuringProgram('measure-insights.ts')
  const rows = measurements.map(({ name, teams, openWeeks, ms, worstMs }) => [
    name,
    teams,
    openWeeks,
    rounded(ms, 1),
    rounded(worstMs, 1),
  ])
  const figures = table(['insights of a league', 'teams', 'open weeks', 'CPU ms', 'worst of 8'], rows)
  return `${figures}\n\n${await benchRaceThread()}`
}

/** Measures how long other requests take while the odds of twenty leagues are computed. */
async function benchRaceThread() {
  const measurements: { isComputing: boolean; p50: number; p99: number; load: number }[] =
    await runMeasuringProgram('measure-race-thread.ts')
  const rows = measurements.map(({ isComputing, p50, p99, load }) => [
    isComputing ? 'while odds of 20 leagues are computed' : 'without',
    p50,
    p99,
    rounded(load, 1),
  ])
  return table(['other requests, 200 a second', 'p50 ms', 'p99 ms', 'load of the machine'], rows)
}
