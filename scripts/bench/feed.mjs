import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../postgres.mjs'
import { ROOT, say } from '../project.mjs'
import { runCommand } from '../run-command.mjs'
import { rounded, table } from './table.mjs'

/** How long a page of 60 items takes, and whether it takes longer as the feed grows, on both engines. */
export async function benchFeed() {
  const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-bench-'))
  const postgres = await startPostgres(process.env)
  if ('reason' in postgres) say(`PostgreSQL is not measured: ${postgres.reason}`)
  const engines = { SQLite: {}, ...('url' in postgres ? { PostgreSQL: { DATABASE_URL: postgres.url } } : {}) }
  try {
    const rows = []
    for (const [name, env] of Object.entries(engines)) rows.push(...(await rowsOf(name, folder, env)))
    return table(['engine', 'page', 'posts', 'ms', 'of the first'], rows)
  } finally {
    if ('stop' in postgres) await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} engine
 * @param {string} folder
 * @param {Record<string, string>} env
 */
async function rowsOf(engine, folder, env) {
  const { code, output } = await runCommand(
    process.execPath,
    [join(ROOT, 'apps/server/dist/measure-feed.js')],
    { env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder, ...env } },
  )
  if (code !== 0) throw new Error(output)
  /** @type {{ posts: number, page: string, ms: number }[]} */
  const measures = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return measures.map(({ posts, page, ms }) => {
    const first = measures.find((each) => each.page === page)?.ms ?? Number.NaN
    return [engine, page, posts, rounded(ms, 2), rounded(ms / first, 2)]
  })
}
