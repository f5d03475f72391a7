import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../../database/engine/database.ts'
import type { JobKind } from '../../../jobs/job.ts'
import { describeBrokenEntry, verifyChain } from '../../../repositories/audit.ts'
import type { Settings } from '../../../settings.ts'
import { dailyRequest, reportedJob } from '../reported-job.ts'
import { readNewestRelease } from './newer-release.ts'

type StatusJobOptions = {
  db: Db
  settings: Pick<Settings, 'UPDATES_URL' | 'PROVIDER_USER_AGENT'>
  now: () => Date
  log: FastifyBaseLogger
}

/** The jobs that check the audit log every day and, only if `UPDATES_URL` is set, ask for the newest release. */
export function statusJobs(options: StatusJobOptions): JobKind[] {
  const { db, settings, log } = options
  const { UPDATES_URL: url, PROVIDER_USER_AGENT: userAgent } = settings
  const auditCheck = reportedJob('audit-check', log, () => checkAuditLog(db))
  const jobs = [dailyRequest('audit-check', options), auditCheck]
  if (url === undefined) return jobs
  const newestRelease = reportedJob('newest-release', log, async ({ signal }) => ({
    version: await readNewestRelease(url, { userAgent, signal }),
  }))
  return [...jobs, dailyRequest('newest-release', options), newestRelease]
}

async function checkAuditLog(db: Db): Promise<{ entries: number }> {
  const { broken, checked } = await verifyChain(db, [])
  if (broken !== null) throw new Error(describeBrokenEntry(broken))
  return { entries: checked }
}
