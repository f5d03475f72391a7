import { type Operations, operations } from '@fieldhouse/contract/operations'
import { sql } from 'kysely'
import pg from 'pg'
import { connect } from '../../database/database.ts'
import type { Settings } from '../../settings.ts'
import { type DatabaseWork, databaseWork, planOf } from './database-work.ts'
import { type MeasuredSite, measuredSite } from './measured-site.ts'
import { SCALE_CALLS, type ScaleCall } from './scale-calls.ts'
import type { ScalePlace } from './scale-place.ts'

/** In each of which every call is measured. */
const PLACES = 8
/** A read is timed so often in each. */
const TIMES = 5
/** A table of so many rows is quickest read whole. */
const SMALL = 500
/** Places in which a write is tried before it is measured. */
const WARM_UP = 2

type Cost = DatabaseWork & { ms: number; bytes: number }

/** A call on several databases: what it costs in each, and how the engine of the last finds its rows. */
export type CallCost = {
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

type Side = { site: MeasuredSite; workOf: ReturnType<typeof databaseWork>; costs: Cost[] }

/**
 * Makes every call in places of databases of one PostgreSQL in turn, and hands over what each costs. They
 * come from the smallest to the largest.
 * What has changed since an answer was made is looked up again: nothing is kept from call to call.
 */
export async function measureCalls(
  { urls, settings, now }: { urls: readonly string[]; settings: Settings; now: () => Date },
  tell: (cost: CallCost) => void,
): Promise<void> {
  const largest = urls.at(-1) ?? ''
  const url = new URL(largest)
  url.pathname = '/postgres'
  const counter = connect({ engine: 'postgres', url: url.href })
  await sql`create extension if not exists pg_stat_statements`.execute(counter)
  const client = new pg.Client(largest)
  await client.connect()
  const sides: Side[] = []
  for (const each of urls) {
    const site = await measuredSite(each, settings, { places: PLACES, now })
    sides.push({ site, workOf: databaseWork(counter, new URL(each).pathname.slice(1)), costs: [] })
  }
  try {
    const growing = await growingTables(sides)
    for (const [name, call] of measured()) {
      for (const side of sides) side.costs = []
      if (operations[name].method === 'GET') await timeReads(sides, name, call)
      else await timeWrites(sides, name, call)
      const steps = []
      for (const statement of sides.at(-1)?.site.statements() ?? [])
        if (/^(?:with|select|insert|update|delete)/.test(statement.sql))
          steps.push(...(await planOf(client, statement)))
      const whole = steps.filter(({ isWholeTable, table }) => isWholeTable && growing.has(table))
      tell({
        name,
        who: call.who,
        isRead: operations[name].method === 'GET',
        grows: call.grows,
        costs: sides.map(({ costs }) => typical(costs)),
        plan: [...new Set(steps.map(({ by }) => by))],
        whole: [...new Set(whole.map(({ table }) => table))],
      })
    }
  } finally {
    for (const { site } of sides) await site.close()
    await client.end()
    await counter.destroy()
  }
}

function measured(): [keyof Operations, ScaleCall][] {
  return Object.entries(SCALE_CALLS).flatMap(([name, calls]) =>
    typeof calls === 'string'
      ? []
      : calls.map((call): [keyof Operations, ScaleCall] => [name as keyof Operations, call]),
  )
}

async function timeReads(sides: readonly Side[], name: keyof Operations, call: ScaleCall): Promise<void> {
  for (let time = -1; time < TIMES; time += 1) {
    for (let index = 0; index < PLACES; index += 1) {
      for (const side of sides) {
        const place = placeAt(side, index)
        await forgetHistory(side, place)
        const started = performance.now()
        const bytes = await side.site.make(name, call, place)
        const ms = performance.now() - started
        if (time >= 0) side.costs.push({ ms, bytes, statements: 0, rows: 0, pages: 0 })
      }
    }
  }
  for (const side of sides) {
    const works: DatabaseWork[] = []
    for (let index = 0; index < PLACES; index += 1) {
      const place = placeAt(side, index)
      await forgetHistory(side, place)
      side.site.statements()
      works.push(await side.workOf(() => side.site.make(name, call, place)))
    }
    const { costs } = side
    side.costs = costs.map((cost, index) => ({ ...cost, ...works[index % PLACES] }))
  }
}

async function timeWrites(sides: readonly Side[], name: keyof Operations, call: ScaleCall): Promise<void> {
  for (let index = 0; index < PLACES; index += 1) {
    for (const side of sides) {
      const place = placeAt(side, index)
      side.site.statements()
      let [ms, bytes] = [0, 0]
      const work = await side.workOf(async () => {
        const started = performance.now()
        bytes = await side.site.make(name, call, place)
        ms = performance.now() - started
      })
      if (index >= WARM_UP) side.costs.push({ ...work, ms, bytes })
    }
  }
}

function placeAt({ site }: Side, index: number): ScalePlace {
  const place = site.places[index]
  if (place === undefined) throw new Error(`there are ${site.places.length} leagues to measure in`)
  return place
}

/** So that a history is worked out, and not remembered. */
async function forgetHistory({ site }: Side, { leagueId }: ScalePlace): Promise<void> {
  await site.db
    .updateTable('leagues')
    .set((eb) => ({ history_version: eb('history_version', '+', 1) }))
    .where('id', '=', leagueId)
    .execute()
}

function typical(costs: readonly Cost[]): Cost {
  const of = (part: keyof Cost) => middle(costs.map((cost) => cost[part]))
  return {
    ms: of('ms'),
    bytes: of('bytes'),
    statements: of('statements'),
    rows: of('rows'),
    pages: of('pages'),
  }
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Those that have at least twice as many rows where there are many leagues. */
async function growingTables(sides: readonly Side[]): Promise<Set<string>> {
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
      .filter(([name, count]) => count >= 2 * (few?.get(name) ?? 0) && count > SMALL)
      .map(([name]) => name),
  )
}
