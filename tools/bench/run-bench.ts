import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { UserError } from '../../scripts/bootstrap/project.mjs'
import { benchFeedHerd, benchHerd } from './herd.ts'
import { benchPage } from './page.ts'
import { benchLive, benchReads } from './reads.ts'
import { benchWrites } from './writes.ts'

const SUITES = {
  reads: benchReads,
  live: benchLive,
  herd: benchHerd,
  'feed-herd': benchFeedHerd,
  writes: benchWrites,
  page: benchPage,
}

export async function runBench(args: string[]) {
  const { values, positionals: names } = parseArgs({
    args,
    allowPositionals: true,
    options: { seconds: { type: 'string', default: '1' }, rounds: { type: 'string', default: '2' } },
  })
  const options = { seconds: Number(values.seconds), rounds: Number(values.rounds) }
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
