import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { UserError } from '../../scripts/project.mjs'
import { benchBackfill } from './backfill.mjs'
import { benchFeed } from './feed.mjs'
import { benchHistory } from './history.mjs'
import { benchPage } from './page.mjs'
import { benchReads } from './reads.mjs'
import { benchScale } from './scale.mjs'
import { benchUploads } from './uploads.mjs'
import { benchWrites } from './writes.mjs'

/** All benchmarks, by their names on the command line. */
const SUITES = {
  reads: benchReads,
  writes: benchWrites,
  history: benchHistory,
  backfill: benchBackfill,
  feed: benchFeed,
  uploads: benchUploads,
  page: benchPage,
  scale: benchScale,
}

/**
 * Runs the named benchmarks, or all of them, and prints their tables. A number sets the number of leagues of
 * the scale benchmark.
 * @param {string[]} args
 */
export async function runBench(args) {
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
