import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../scripts/test/postgres.ts'
import { type BenchServer, recordResponse, startBaselines, withEngines } from './baselines.ts'
import { measure, medianMeasurement, withUniqueCookies } from './load.ts'
import { ADMIN_SIGNUP_CODE, createLeague, runMeasuringProgram, startProgramInFolder } from './program.ts'
import { rounded, table } from './table.ts'

/**
 * Measures how long a page of 60 items takes as the feed grows, on both engines. Then compares the first
 * page of a league with 5,000 items and 20,000 comments, at 50 connections, with baselines that send the same
 * response.
 */
export async function benchFeed(options: { seconds: number; rounds: number }) {
  return `${await benchGrowth()}\n\n${await benchFirstPage(options)}`
}

async function benchGrowth() {
  const postgres = await startPostgres(process.env)
  return withEngines(postgres, async (engines, folder) => {
    const rows = []
    for (const [name, env] of Object.entries(engines)) rows.push(...(await growthRows(name, folder, env)))
    return table(['engine', 'page', 'posts', 'ms', 'vs. first'], rows)
  })
}

async function growthRows(engine: string, folder: string, env: Record<string, string>) {
  const measurements: { posts: number; page: string; ms: number }[] = await runMeasuringProgram(
    'measure-feed.ts',
    [],
    { DATA_DIR: folder, ...env },
  )
  return measurements.map(({ posts, page, ms }) => {
    const first = measurements.find((other) => other.page === page)?.ms ?? Number.NaN
    return [engine, page, posts, rounded(ms, 2), rounded(ms / first, 2)]
  })
}

const FEED_PATH = '/api/league/Bench/social/feed/'

async function benchFirstPage({ seconds, rounds }: { seconds: number; rounds: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-bench-'))
  const site = await startProgramInFolder(folder, 'main', /(http:\/\/localhost:\d+)/, {
    SOURCES_OFF: 'odds,weather,news,sheets',
    ADMIN_SIGNUP_CODE,
  })
  try {
    const admin = await createLeague(site.address, 'Bench', 1)
    await runMeasuringProgram('measure-feed.ts', ['fill'], { DATA_DIR: folder })
    const fieldhouse = { ...site, name: 'Fieldhouse', child: site, clients: [admin] }
    const rows: (string | number)[][] = []
    const addRow = async (name: string, server: BenchServer, options: object) => {
      const load = {
        url: `${server.address}${FEED_PATH}`,
        connections: 50,
        expects: '2xx' as const,
        ...options,
      }
      await measure(server, { ...load, amount: 300 })
      const measurements = []
      for (let round = 0; round < rounds; round += 1)
        measurements.push(await measure(server, { ...load, duration: seconds }))
      const { rate, p50, p99, cpuMicros } = medianMeasurement(measurements)
      rows.push([name, rounded(rate), p50, p99, rounded(cpuMicros)])
    }
    const headers = { cookie: admin.cookie(), 'accept-encoding': 'identity' }
    const response = await recordResponse(await fetch(`${site.address}${FEED_PATH}`, { headers }))
    const baselines = await startBaselines(folder, { [FEED_PATH]: response })
    try {
      for (const baseline of baselines) await addRow(`${baseline.name}, uncompressed`, baseline, {})
      await addRow('Fieldhouse, cached, uncompressed', fieldhouse, { headers })
      await addRow('Fieldhouse, cached, compressed', fieldhouse, {
        headers: { ...headers, 'accept-encoding': 'br' },
      })
      await addRow('Fieldhouse, not cached, uncompressed', fieldhouse, {
        headers,
        ...withUniqueCookies(headers),
      })
    } finally {
      await Promise.all(baselines.map(({ child }) => child.stop()))
    }
    return table(['60 of 5,000 items, 50 connections', 'req/s', 'p50 ms', 'p99 ms', 'CPU µs/req'], rows)
  } finally {
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
