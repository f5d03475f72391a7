import { type Operations, operations } from '@fieldhouse/contract/operations'
import { sql } from 'kysely'
import pg from 'pg'
import { connect } from '../../database/database.ts'
import type { Settings } from '../../settings.ts'
import { type DatabaseCost, databaseCostMeter, explainPlan } from './database-cost.ts'
import { createMeasuredSite, type MeasuredSite } from './measured-site.ts'
import type { ScaleLeague } from './scale-league.ts'
import { SCALE_REQUESTS, type ScaleRequest } from './scale-requests.ts'

/** In each of which every call is measured. */
const LEAGUE_COUNT = 8
/** A read is timed so often in each. */
const READ_RUNS = 5
/** A table of so many rows is quickest read whole. */
const SMALL_TABLE_ROWS = 500
/** Places in which a write is tried before it is measured. */
const WARM_UP_LEAGUES = 2

type Cost = DatabaseCost & { ms: number; bytes: number }

/** A call on several databases: what it costs in each, and how the engine of the last finds its rows. */
export type RequestCost = {
  name: string
  who: string
  isRead: boolean
  grows: string | null
  costs: Cost[]
  /** Indexes and tables, in the order of the plans. */
  plan: string[]
  /** Tables that grow with the leagues and are read from one end to the other. */
  whole: string[]
}

type MeasuredDatabase = {
  site: MeasuredSite
  measureCost: ReturnType<typeof databaseCostMeter>
  costs: Cost[]
}

/**
 * Makes every call in places of databases of one PostgreSQL in turn, and hands over what each costs. They
 * come from the smallest to the largest.
 * What has changed since an answer was made is looked up again: nothing is kept from call to call.
 */
export async function measureRequests(
  { urls, settings, now }: { urls: readonly string[]; settings: Settings; now: () => Date },
  tell: (cost: RequestCost) => void,
): Promise<void> {
  const largest = urls.at(-1) ?? ''
  const url = new URL(largest)
  url.pathname = '/postgres'
  const counter = connect({ engine: 'postgres', url: url.href })
  await sql`create extension if not exists pg_stat_statements`.execute(counter)
  const client = new pg.Client(largest)
  await client.connect()
  const sides: MeasuredDatabase[] = []
  for (const each of urls) {
    const site = await createMeasuredSite(each, settings, { places: LEAGUE_COUNT, now })
    sides.push({ site, measureCost: databaseCostMeter(counter, new URL(each).pathname.slice(1)), costs: [] })
  }
  try {
    const growing = await growingTables(sides)
    for (const [name, call] of measuredRequests()) {
      for (const side of sides) side.costs = []
      if (operations[name].method === 'GET') await timeReads(sides, name, call)
      else await timeWrites(sides, name, call)
      const steps = []
      for (const statement of sides.at(-1)?.site.takeStatements() ?? [])
        if (/^(?:with|select|insert|update|delete)/.test(statement.sql))
          steps.push(...(await explainPlan(client, statement)))
      const whole = steps.filter(({ isWholeTable, table }) => isWholeTable && growing.has(table))
      tell({
        name,
        who: call.who,
        isRead: operations[name].method === 'GET',
        grows: call.grows,
        costs: sides.map(({ costs }) => medianCost(costs)),
        plan: [...new Set(steps.map(({ accessPath }) => accessPath))],
        whole: [...new Set(whole.map(({ table }) => table))],
      })
    }
  } finally {
    for (const { site } of sides) await site.close()
    await client.end()
    await counter.destroy()
  }
}

function measuredRequests(): [keyof Operations, ScaleRequest][] {
  return Object.entries(SCALE_REQUESTS).flatMap(([name, calls]) =>
    typeof calls === 'string'
      ? []
      : calls.map((call): [keyof Operations, ScaleRequest] => [name as keyof Operations, call]),
  )
}

async function timeReads(
  sides: readonly MeasuredDatabase[],
  name: keyof Operations,
  call: ScaleRequest,
): Promise<void> {
  for (let time = -1; time < READ_RUNS; time += 1) {
    for (let index = 0; index < LEAGUE_COUNT; index += 1) {
      for (const side of sides) {
        const place = leagueAt(side, index)
        await invalidateHistory(side, place)
        const started = performance.now()
        const bytes = await side.site.sendRequest(name, call, place)
        const ms = performance.now() - started
        if (time >= 0) side.costs.push({ ms, bytes, statements: 0, rows: 0, pages: 0 })
      }
    }
  }
  for (const side of sides) {
    const works: DatabaseCost[] = []
    for (let index = 0; index < LEAGUE_COUNT; index += 1) {
      const place = leagueAt(side, index)
      await invalidateHistory(side, place)
      side.site.takeStatements()
      works.push(await side.measureCost(() => side.site.sendRequest(name, call, place)))
    }
    const { costs } = side
    side.costs = costs.map((cost, index) => ({ ...cost, ...works[index % LEAGUE_COUNT] }))
  }
}

async function timeWrites(
  sides: readonly MeasuredDatabase[],
  name: keyof Operations,
  call: ScaleRequest,
): Promise<void> {
  for (let index = 0; index < LEAGUE_COUNT; index += 1) {
    for (const side of sides) {
      const place = leagueAt(side, index)
      side.site.takeStatements()
      let [ms, bytes] = [0, 0]
      const work = await side.measureCost(async () => {
        const started = performance.now()
        bytes = await side.site.sendRequest(name, call, place)
        ms = performance.now() - started
      })
      if (index >= WARM_UP_LEAGUES) side.costs.push({ ...work, ms, bytes })
    }
  }
}

function leagueAt({ site }: MeasuredDatabase, index: number): ScaleLeague {
  const place = site.leagues[index]
  if (place === undefined) throw new Error(`there are ${site.leagues.length} leagues to measure in`)
  return place
}

/** So that a history is worked out, and not remembered. */
async function invalidateHistory({ site }: MeasuredDatabase, { leagueId }: ScaleLeague): Promise<void> {
  await site.db
    .updateTable('leagues')
    .set((eb) => ({ history_version: eb('history_version', '+', 1) }))
    .where('id', '=', leagueId)
    .execute()
}

function medianCost(costs: readonly Cost[]): Cost {
  const of = (part: keyof Cost) => median(costs.map((cost) => cost[part]))
  return {
    ms: of('ms'),
    bytes: of('bytes'),
    statements: of('statements'),
    rows: of('rows'),
    pages: of('pages'),
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Those that have at least twice as many rows where there are many leagues. */
async function growingTables(sides: readonly MeasuredDatabase[]): Promise<Set<string>> {
  const counts = await Promise.all(
    sides.map(async ({ site }) => {
      const { rows } = await sql<{ name: string; count: number }>`
        select relname as name, n_live_tup::int as count from pg_stat_user_tables`.execute(site.db)
      return new Map(rows.map(({ name, count }) => [name, count]))
    }),
  )
  const [few, many] = [counts[0], counts.at(-1)]
  return new Set(
    [...(many ?? [])]
      .filter(([name, count]) => count >= 2 * (few?.get(name) ?? 0) && count > SMALL_TABLE_ROWS)
      .map(([name]) => name),
  )
}
