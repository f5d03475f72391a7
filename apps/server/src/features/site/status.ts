import { getSiteStatus, sendTestEmail } from '@fieldhouse/contract/site'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { freeBytesIn } from '../../backup/restore-backup.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/engine/database.ts'
import { usesPostgres } from '../../database/engine/dialect.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import { toWire } from '../../http/to-wire.ts'
import type { JobKind } from '../../jobs/job.ts'
import { createNotice, MailError } from '../../mail/mail.ts'
import { limitedFetch } from '../../providers/http/attempts.ts'
import { describeBrokenEntry, recordAuditEntry, verifyChain } from '../../repositories/audit.ts'
import { EXTERNAL_SOURCES } from '../../repositories/external-fetch-store.ts'
import type { Settings } from '../../settings.ts'
import { dailyRequest, type Outcome, readOutcome, reportedJob } from './site.ts'

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

const AuditResult = z.object({ entries: z.int() })
const ReleaseResult = z.object({ version: z.string() })

export async function readStatus({ db, settings, release }: Pick<Context, 'db' | 'settings' | 'release'>) {
  const [storage, freeBytes, failedJobs, sources, audit, newest] = await Promise.all([
    readStorage(db),
    freeBytesIn(settings.dataDir),
    countFailedJobs(db),
    readSources(db),
    readOutcome(db, 'audit-check'),
    settings.UPDATES_URL === undefined ? null : readOutcome(db, 'newest-release'),
  ])
  return {
    storage: { ...storage, freeBytes },
    failedJobs,
    sources,
    audit: audit && { ...audit, entries: AuditResult.safeParse(audit.result).data?.entries ?? null },
    update: settings.UPDATES_URL === undefined ? null : describeUpdate(newest, release),
  }
}

function describeUpdate(outcome: Outcome | null, release: string) {
  const newest = ReleaseResult.safeParse(outcome?.result).data?.version ?? null
  return {
    newest,
    isNewer: newest !== null && isNewerRelease(newest, release),
    checkedAt: outcome?.at ?? null,
    error: outcome?.error ?? null,
  }
}

async function countFailedJobs(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('last_error', 'is not', null)
    .where('ended_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

type SourceStatus = { name: string; lastSuccess: Date | null; error: string | null }

/** When each source was last read, with the reason of a failure since. Sources that were never asked are left out. */
async function readSources(db: Db): Promise<SourceStatus[]> {
  const [seasons, failures, fetches] = await Promise.all([
    db
      .selectFrom('seasons')
      .select(({ fn }) => ['provider', fn.max('fetched_at').as('at')])
      .where('source', '=', 'espn')
      .where('provider', 'is not', null)
      .groupBy('provider')
      .execute(),
    db
      .selectFrom('season_failures')
      .innerJoin('league_sources', (join) =>
        join
          .onRef('league_sources.league_id', '=', 'season_failures.league_id')
          .on((eb) =>
            eb.and([
              eb.or([
                eb('league_sources.first_season', 'is', null),
                eb('league_sources.first_season', '<=', eb.ref('season_failures.season')),
              ]),
              eb.or([
                eb('league_sources.last_season', 'is', null),
                eb('league_sources.last_season', '>=', eb.ref('season_failures.season')),
              ]),
            ]),
          ),
      )
      .select(['league_sources.provider', 'season_failures.reason', 'season_failures.at'])
      .orderBy('season_failures.at')
      .execute(),
    db.selectFrom('external_fetches').selectAll().orderBy('asked_at').execute(),
  ])
  const leagues = seasons.map(({ provider, at }) => {
    const lastSuccess = new Date(at)
    const failure = failures.findLast((each) => each.provider === provider && each.at > lastSuccess.getTime())
    return { name: `leagues of ${provider}`, lastSuccess, error: failure?.reason ?? null }
  })
  const external = EXTERNAL_SOURCES.flatMap((name) => {
    const parts = fetches.filter(({ source }) => source === name)
    const last = parts.at(-1)
    if (last === undefined) return []
    const successes = parts.flatMap(({ ok_at }) => ok_at ?? [])
    const lastSuccess = successes.length === 0 ? null : new Date(Math.max(...successes))
    return [{ name, lastSuccess, error: last.error }]
  })
  return [...leagues, ...external]
}

export async function readStorage(db: Db): Promise<{ databaseBytes: number; mediaBytes: number }> {
  const databaseSize = usesPostgres(db)
    ? sql<{ bytes: number | string }>`select pg_database_size(current_database()) as bytes`
    : sql<{
        bytes: number
      }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  const { rows } = await databaseSize.execute(db)
  const files = db
    .selectFrom('feed_media')
    .select(['size', 'grid_size'])
    .unionAll(db.selectFrom('media_drafts').select(['size', 'grid_size']))
  const media = await db
    .selectFrom(files.as('file'))
    .select(sql<number | string | null>`sum(size * 1.0 + coalesce(grid_size, 0))`.as('bytes'))
    .executeTakeFirstOrThrow()
  return { databaseBytes: Number(rows[0]?.bytes ?? 0), mediaBytes: Number(media.bytes ?? 0) }
}

/** When the first account was created; `now` without accounts. */
export async function readSiteSince(db: Db, now: Date): Promise<Date> {
  const row = await db
    .selectFrom('users')
    .select(({ fn }) => fn.min('created_at').as('since'))
    .executeTakeFirst()
  return row?.since == null ? now : new Date(row.since)
}

/** The newest release as GitHub (`tag_name`) and the npm registry (`version`) name it. */
const NewestRelease = z.union([
  z.object({ tag_name: z.string().max(100) }).transform(({ tag_name }) => tag_name),
  z.object({ version: z.string().max(100) }).transform(({ version }) => version),
])

/** Asks the address of `UPDATES_URL` for the newest release. Throws an error whose message is for site admins. */
export async function readNewestRelease(
  url: string,
  options: { userAgent: string; signal?: AbortSignal; fetch?: typeof globalThis.fetch },
): Promise<string> {
  const send = limitedFetch(options)
  const headers = { accept: 'application/json' }
  const response = await send(url, { method: 'GET', headers, signal: options.signal }).catch(
    (cause: unknown) => {
      throw new Error(`${new URL(url).host} didn't respond.`, { cause })
    },
  )
  if (!response.ok) throw new Error(`${new URL(url).host} responded with HTTP ${response.status}.`)
  const newest = NewestRelease.safeParse(await response.json().catch(() => null))
  const version = newest.success ? parseVersion(newest.data) : null
  if (version === null) throw new Error(`The response of ${new URL(url).host} names no release.`)
  return version.join('.')
}

/** Whether a release is newer than the running one. Whatever follows the three numbers of a version is ignored. */
export function isNewerRelease(newest: string, running: string): boolean {
  const [a, b] = [parseVersion(newest), parseVersion(running)]
  if (a === null || b === null) return false
  const index = a.findIndex((number, position) => number !== b[position])
  return index >= 0 && (a[index] ?? 0) > (b[index] ?? 0)
}

function parseVersion(text: string): number[] | null {
  const numbers = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?![\d.])/.exec(text)?.slice(1)
  return numbers?.map(Number) ?? null
}
