import { getSiteStatus, sendTestEmail } from '@fieldhouse/contract/site'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../database/engine/database.ts'
import { usesPostgres } from '../../database/engine/dialect.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/to-wire.ts'
import type { JobKind } from '../../jobs/job.ts'
import { createNotice, MailError } from '../../mail/mail.ts'
import { describeBrokenEntry, recordAuditEntry, verifyChain } from '../../repositories/audit.ts'
import type { Settings } from '../../settings.ts'
import { readNewestRelease, readStatus } from './read-status.ts'
import { dailyRequest, reportedJob } from './site.ts'

const MEGABYTE = 1024 * 1024
const MAIL_TIMEOUT_MS = 30_000

export const status = [
  operation(getSiteStatus, async ({ ctx, request }) => {
    const { settings, errors, sendsMail } = ctx
    const { storage, failedJobs, sources, audit, update } = await readStatus(ctx)
    return {
      version: ctx.release,
      update: update && toWire(update),
      address: {
        url: ctx.publicUrl(),
        is_set: ctx.address.current() !== null,
        opened_at: `${request.protocol}://${request.host}`,
      },
      mail: {
        is_on: sendsMail,
        server: settings.SMTP_URL === undefined ? null : new URL(settings.SMTP_URL).host,
      },
      storage: {
        engine: usesPostgres(ctx.db) ? ('postgres' as const) : ('sqlite' as const),
        data_folder: settings.dataDir,
        ...toWire(storage),
        upload_limit_bytes: settings.MAX_UPLOAD_MB * MEGABYTE,
        person_limit_bytes: settings.MAX_MEDIA_MB_PER_PERSON * MEGABYTE,
        league_limit_bytes: settings.MAX_MEDIA_MB_PER_LEAGUE * MEGABYTE,
      },
      settings: toWire(ctx.settingsInEffect),
      errors: toWire({ since: errors.since, total: errors.total(), recent: errors.list() }),
      failed_jobs: failedJobs,
      sources: sources.map(({ name, lastSuccess, error }) => ({
        name,
        last_success_at: lastSuccess?.toISOString() ?? null,
        error,
      })),
      audit: audit && { checked_at: audit.at.toISOString(), entries: audit.entries, error: audit.error },
    }
  }),

  operation(sendTestEmail, async ({ ctx, user: actor, body: { email } }) => {
    if (!ctx.sendsMail) throw new ApiError('mail_not_set_up')
    const notice = createNotice(email, 'Test email from Fieldhouse', [
      `${actor.username} sent this email to see whether ${ctx.publicUrl()} can send any. It can.`,
    ])
    await recordAuditEntry(ctx.db, { at: ctx.now(), actor, action: 'site.test-email' })
    try {
      await ctx.mailer.send(notice, AbortSignal.timeout(MAIL_TIMEOUT_MS))
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      throw new ApiError('mail_failed', { message: `The email wasn't sent: ${error.message}`, cause: error })
    }
    return {
      message: `The mail server accepted an email to ${email}. Look for it in the inbox, and in spam.`,
    }
  }),
]

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
