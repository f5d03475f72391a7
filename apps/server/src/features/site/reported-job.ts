import { HOUR_MS } from '@fieldhouse/domain/duration'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../database/engine/database.ts'
import type { JobKind, JobRun } from '../../jobs/job.ts'

const REPORTED = {
  backup: { completed: 'backup made', failed: 'backup failed' },
  'backup-check': { completed: 'backup check passed', failed: 'backup check failed' },
  'audit-check': { completed: 'audit check passed', failed: 'audit check failed' },
  'newest-release': { completed: 'newest release read', failed: 'failed to read the newest release' },
} as const

export type ReportedJob = keyof typeof REPORTED

export type Outcome = NonNullable<Awaited<ReturnType<typeof readOutcome>>>

/** The job as it is requested. Nothing happens while one is unfinished. */
export const requestOf = (kind: ReportedJob) => ({ kind, uniqueKey: kind, payload: null })

/** A job whose outcome site admins see, with the reason of a failure. The log has both as well. */
export function reportedJob(
  kind: ReportedJob,
  log: FastifyBaseLogger,
  work: (run: JobRun) => Promise<object>,
): JobKind {
  return {
    kind,
    keepsFinished: true,
    async run(run) {
      try {
        const result = await work(run)
        log.info({ job: kind, ...result }, REPORTED[kind].completed)
        return { hasFailed: false, step: '', result }
      } catch (error) {
        if (run.signal.aborted) throw error
        log.error({ job: kind, err: error }, REPORTED[kind].failed)
        return { hasFailed: true, step: error instanceof Error ? error.message : String(error), result: null }
      }
    },
  }
}

/** Looks every hour whether the last run of a job was a day ago, so that a run that was missed follows the next start. */
export function dailyRequest(kind: ReportedJob, { db, now }: { db: Db; now: () => Date }): JobKind {
  return {
    kind: `daily-${kind}`,
    schedule: '47 * * * *',
    isShort: true,
    async run({ queueJob }) {
      const last = await readOutcome(db, kind)
      const age = last === null ? Number.POSITIVE_INFINITY : Math.abs(now().getTime() - last.at.getTime())
      if (age > 23.5 * HOUR_MS) await queueJob(requestOf(kind))
    },
  }
}

export async function readOutcome(db: Db, kind: ReportedJob) {
  const row = await db
    .selectFrom('jobs')
    .select(['ended_at', 'status', 'step', 'result'])
    .where('kind', '=', kind)
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    at: new Date(row.ended_at ?? 0),
    /** Why it failed, as text for site admins; null if it did not. */
    error: row.status === 'failed' ? row.step : null,
    result: JSON.parse(row.result ?? 'null') as unknown,
  }
}

export async function readLastSuccess(db: Db, kind: ReportedJob): Promise<Date | null> {
  const row = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.max('ended_at').as('at'))
    .where('kind', '=', kind)
    .where('status', '=', 'done')
    .executeTakeFirst()
  return row?.at == null ? null : new Date(row.at)
}

export async function listUnfinished(db: Db, kinds: readonly ReportedJob[]): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('kind')
    .where('unique_key', 'in', kinds)
    .where('ended_at', 'is', null)
    .execute()
  return rows.map(({ kind }) => kind)
}
