import { type Operations, operations } from '@fieldhouse/contract/operations'
import { type CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { connect, type Db } from '../../../apps/server/src/database/engine/database.ts'
import type { Settings } from '../../../apps/server/src/settings.ts'
import { createMeasuredSite, type MeasuredSite } from './measured-site.ts'
import type { ScaleLeague } from './scale-league.ts'
import { SCALE_REQUESTS, type ScaleRequest } from './scale-requests.ts'

/** Every request is measured in each of this many leagues. */
const LEAGUE_COUNT = 8
/** How often a read is timed in each league. */
const READ_RUNS = 5
/** For tables up to this size a sequential scan is fastest, so it is not reported. */
const SMALL_TABLE_ROWS = 500
/** Leagues in which a write is executed before it is measured. */
const WARM_UP_LEAGUES = 2

/** Statements executed, rows returned or written, and 8 KB pages read, from cache or disk. */
type DatabaseCost = { statements: number; rows: number; pages: number }

type Cost = DatabaseCost & { ms: number; bytes: number }

/** The median cost of a request in each database, and the query plans in the largest. */
export type RequestCost = {
  name: string
  who: string
  isRead: boolean
  grows: string | null
  costs: Cost[]
  /** Indexes and tables used, in plan order. */
  plan: string[]
  /** Tables that grow with the number of leagues and are read by a sequential scan. */
  whole: string[]
}

type MeasuredDatabase = {
  site: MeasuredSite
  measureCost: ReturnType<typeof databaseCostMeter>
  costs: Cost[]
}

/** How a statement finds rows of a table: through an index, or by a sequential scan. */
type PlanStep = { table: string; accessPath: string; isWholeTable: boolean }

const PlanNode: z.ZodType<PlanNode> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Index Name': z.string().optional(),
    Plans: z.array(PlanNode).optional(),
  }),
)
type PlanNode = {
  'Node Type': string
  'Relation Name'?: string | undefined
  'Index Name'?: string | undefined
  Plans?: PlanNode[] | undefined
}
const ExplainOutput = z.tuple([z.object({ Plan: PlanNode })])

/**
 * Sends every request to databases of one PostgreSQL server, and reports the cost of each. `urls` are ordered
 * from the smallest database to the largest. Caches are invalidated before every read.
 */
export async function measureRequests(
  { urls, settings, now }: { urls: readonly string[]; settings: Settings; now: () => Date },
  report: (cost: RequestCost) => void,
): Promise<void> {
  const largest = urls.at(-1) ?? ''
  const statsUrl = new URL(largest)
  statsUrl.pathname = '/postgres'
  const statsDb = connect({ engine: 'postgres', url: statsUrl.href })
  await sql`create extension if not exists pg_stat_statements`.execute(statsDb)
  const client = new pg.Client(largest)
  await client.connect()
  const databases: MeasuredDatabase[] = []
  for (const databaseUrl of urls) {
    const site = await createMeasuredSite(databaseUrl, settings, { leagueCount: LEAGUE_COUNT, now })
    databases.push({
      site,
      measureCost: databaseCostMeter(statsDb, new URL(databaseUrl).pathname.slice(1)),
      costs: [],
    })
  }
  try {
    const growing = await growingTables(databases)
    for (const [name, request] of measuredRequests()) {
      for (const database of databases) database.costs = []
      if (operations[name].method === 'GET') await timeReads(databases, name, request)
      else await timeWrites(databases, name, request)
      const steps = []
      for (const statement of databases.at(-1)?.site.takeStatements() ?? [])
        if (/^(?:with|select|insert|update|delete)/.test(statement.sql))
          steps.push(...(await explainPlan(client, statement)))
      const scans = steps.filter(({ isWholeTable, table }) => isWholeTable && growing.has(table))
      report({
        name,
        who: request.who,
        isRead: operations[name].method === 'GET',
        grows: request.grows,
        costs: databases.map(({ costs }) => medianCost(costs)),
        plan: [...new Set(steps.map(({ accessPath }) => accessPath))],
        whole: [...new Set(scans.map(({ table }) => table))],
      })
    }
  } finally {
    for (const { site } of databases) await site.close()
    await client.end()
    await statsDb.destroy()
  }
}

function measuredRequests(): [keyof Operations, ScaleRequest][] {
  return Object.entries(SCALE_REQUESTS).flatMap(([name, requests]) =>
    typeof requests === 'string'
      ? []
      : requests.map((request): [keyof Operations, ScaleRequest] => [name as keyof Operations, request]),
  )
}

async function timeReads(
  databases: readonly MeasuredDatabase[],
  name: keyof Operations,
  request: ScaleRequest,
): Promise<void> {
  // Run -1 is a warm-up.
  for (let run = -1; run < READ_RUNS; run += 1) {
    for (let index = 0; index < LEAGUE_COUNT; index += 1) {
      for (const database of databases) {
        const league = leagueAt(database, index)
        await invalidateHistory(database, league)
        const started = performance.now()
        const bytes = await database.site.sendRequest(name, request, league)
        const ms = performance.now() - started
        if (run >= 0) database.costs.push({ ms, bytes, statements: 0, rows: 0, pages: 0 })
      }
    }
  }
  for (const database of databases) {
    const databaseCosts: DatabaseCost[] = []
    for (let index = 0; index < LEAGUE_COUNT; index += 1) {
      const league = leagueAt(database, index)
      await invalidateHistory(database, league)
      database.site.takeStatements()
      databaseCosts.push(await database.measureCost(() => database.site.sendRequest(name, request, league)))
    }
    const { costs } = database
    database.costs = costs.map((cost, index) => ({ ...cost, ...databaseCosts[index % LEAGUE_COUNT] }))
  }
}

async function timeWrites(
  databases: readonly MeasuredDatabase[],
  name: keyof Operations,
  request: ScaleRequest,
): Promise<void> {
  for (let index = 0; index < LEAGUE_COUNT; index += 1) {
    for (const database of databases) {
      const league = leagueAt(database, index)
      database.site.takeStatements()
      let [ms, bytes] = [0, 0]
      const databaseCost = await database.measureCost(async () => {
        const started = performance.now()
        bytes = await database.site.sendRequest(name, request, league)
        ms = performance.now() - started
      })
      if (index >= WARM_UP_LEAGUES) database.costs.push({ ...databaseCost, ms, bytes })
    }
  }
}

function leagueAt({ site }: MeasuredDatabase, index: number): ScaleLeague {
  const league = site.leagues[index]
  if (league === undefined) throw new Error(`only ${site.leagues.length} leagues to measure`)
  return league
}

/** Invalidates the cached history of the league. */
async function invalidateHistory({ site }: MeasuredDatabase, { leagueId }: ScaleLeague): Promise<void> {
  await site.db
    .updateTable('leagues')
    .set((eb) => ({ history_version: eb('history_version', '+', 1) }))
    .where('id', '=', leagueId)
    .execute()
}

function medianCost(costs: readonly Cost[]): Cost {
  const medianOf = (field: keyof Cost) => median(costs.map((cost) => cost[field]))
  return {
    ms: medianOf('ms'),
    bytes: medianOf('bytes'),
    statements: medianOf('statements'),
    rows: medianOf('rows'),
    pages: medianOf('pages'),
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Returns the tables with at least twice as many rows in the largest database as in the smallest. */
async function growingTables(databases: readonly MeasuredDatabase[]): Promise<Set<string>> {
  const counts = await Promise.all(
    databases.map(async ({ site }) => {
      const { rows } = await sql<{ name: string; count: number }>`
        select relname as name, n_live_tup::int as count from pg_stat_user_tables`.execute(site.db)
      return new Map(rows.map(({ name, count }) => [name, count]))
    }),
  )
  const [smallest, largest] = [counts[0], counts.at(-1)]
  return new Set(
    [...(largest ?? [])]
      .filter(([name, count]) => count >= 2 * (smallest?.get(name) ?? 0) && count > SMALL_TABLE_ROWS)
      .map(([name]) => name),
  )
}

/**
 * Returns a function that runs some work and returns its cost in one database. `statsDb` is connected to
 * another database of the same PostgreSQL server.
 */
function databaseCostMeter(statsDb: Db, database: string) {
  return async (work: () => Promise<unknown>): Promise<DatabaseCost> => {
    await sql`select pg_stat_statements_reset()`.execute(statsDb)
    await work()
    const { rows } = await sql<DatabaseCost>`
      select coalesce(sum(calls), 0)::int as statements, coalesce(sum(rows), 0)::int as rows,
        coalesce(sum(shared_blks_hit + shared_blks_read), 0)::int as pages
      from pg_stat_statements
      join pg_database on pg_database.oid = dbid
      where datname = ${database} and query !~* '^(begin|commit|rollback|set|start)'`.execute(statsDb)
    return rows[0] ?? { statements: 0, rows: 0, pages: 0 }
  }
}

/** Returns the scans in the plan of a statement, without executing it. */
async function explainPlan(client: pg.Client, statement: CompiledQuery): Promise<PlanStep[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': unknown }>({
    text: `explain (format json) ${statement.sql}`,
    values: [...statement.parameters],
  })
  return collectSteps(ExplainOutput.parse(rows[0]?.['QUERY PLAN'])[0].Plan)
}

function collectSteps(node: PlanNode): PlanStep[] {
  const nodeType = node['Node Type']
  const table = node['Relation Name'] ?? ''
  const index = node['Index Name']
  const ownSteps =
    nodeType.endsWith('Scan') && (index !== undefined || table !== '') && nodeType !== 'Bitmap Heap Scan'
      ? [{ table, accessPath: index ?? `all ${table}`, isWholeTable: index === undefined }]
      : []
  return [...ownSteps, ...(node.Plans ?? []).flatMap(collectSteps)]
}
