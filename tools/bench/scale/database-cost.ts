import { type CompiledQuery, sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import type { Db } from '../../../apps/server/src/database/engine/database.ts'

/** Statements executed, rows returned or written, and 8 KB pages read, from cache or disk. */
export type DatabaseCost = { statements: number; rows: number; pages: number }

/**
 * Returns a function that runs some work and returns its cost in one database. `statsDb` is connected to
 * another database of the same PostgreSQL server.
 */
export function databaseCostMeter(statsDb: Db, database: string) {
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

/** How a statement finds rows of a table: through an index, or by a sequential scan. */
export type PlanStep = { table: string; accessPath: string; isWholeTable: boolean }

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

/** Returns the scans in the plan of a statement, without executing it. */
export async function explainPlan(client: pg.Client, statement: CompiledQuery): Promise<PlanStep[]> {
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
