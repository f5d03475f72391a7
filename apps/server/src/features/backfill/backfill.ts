import type { RequestOf } from '@fieldhouse/contract/operation'
import { backfillHistory, readSeasons, stopBackfill } from '@fieldhouse/contract/seasons/refresh'
import { DAY_MS } from '@fieldhouse/domain/duration'
import { parseCookieFields, parseCookies } from '@fieldhouse/domain/league/provider-input'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { requireRecentProof } from '../../auth/access.ts'
import { requireOwnPassword } from '../../auth/passwords.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/engine/database.ts'
import { ApiError, invalidField } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import {
  BackfillPlan,
  BackfillReport,
  createPlan,
  createReadingPlan,
  toReport,
} from '../../ingestion/backfill-plan.ts'
import type { JobOutcome } from '../../jobs/job.ts'
import { recordJobEvent } from '../../jobs/job-store.ts'
import type { ProviderCookies } from '../../providers/league-provider.ts'
import { type Actor, recordAuditEntry } from '../../repositories/audit.ts'
import { changeLeague, type LeagueRequest } from '../../repositories/change-league.ts'
import { findSeason } from '../../repositories/stored-seasons.ts'

export const backfill = [
  operation(backfillHistory, async ({ ctx, league, user, body, request }) => {
    const { password, force, scrape, start } = body
    const end = resolveEndSeason(start, body.end ?? null, ctx.now())
    const cookies = cookiesForRun(body)
    if (password == null) requireRecentProof(request, ctx.now())
    else await requireOwnPassword(ctx, user, password)
    const outcome = await backfillNow(ctx, league.id, { start, end, force, scrape }, user, cookies)
    if (outcome === undefined) throw new ApiError('league_not_found')
    const { owners } = (await ctx.leagues.seasons(league.id)).history()
    return { ...BackfillReport.parse(outcome.result), aggregate: { managers: owners.length } }
  }),

  operation(readSeasons, async ({ ctx, league, user, body: { from = null, to = null }, request }) => {
    const current = seasonAt(ctx.now())
    if (!(await hasJustCreated(ctx.db, league.id, user, ctx.now()))) requireRecentProof(request, ctx.now())
    if (from !== null && from > current) throw seasonTooLate('from', current)
    const end = Math.min(to ?? current, current)
    const isStored = (await findSeason(ctx.db, league.id, end)) !== null
    const payload = createReadingPlan({
      start: from,
      end,
      first: isStored ? null : { season: end === current ? null : end },
    })
    const detail = { start: payload.start, end, force: false, scrape: false }
    await requestBackfill(ctx, league.id, { payload, detail, actor: user })
    return { message: 'Reading the seasons. This keeps running if you leave the page.' }
  }),

  operation(stopBackfill, async (call) => {
    const stopped = await stopRunning(call)
    if (stopped === null) return { message: 'No backfill is running.' }
    call.ctx.jobs.wake()
    return { message: `Stopped. ${pluralize(stopped.ingested.length, 'season')} read.` }
  }),
]

const JOB_RUNNING_MESSAGES = {
  refresh: 'This league is being refreshed. Try again in a moment.',
  backfill: 'A backfill of this league is already running.',
} as const

/** The last season of a backfill: `end`, or the current season. Throws for future seasons. */
export function resolveEndSeason(start: number, end: number | null, now: Date): number {
  const current = seasonAt(now)
  if (end !== null && end > current) throw seasonTooLate('end', current)
  if (start > current) throw seasonTooLate('start', current)
  return end ?? current
}

function seasonTooLate(field: string, current: number): ApiError {
  return invalidField(field, `The latest season is ${current}.`)
}

async function hasJustCreated(db: Db, leagueId: number, { userId }: Actor, now: Date): Promise<boolean> {
  const entry = await db
    .selectFrom('audit_log')
    .select('id')
    .where((eb) => eb.and({ league_id: leagueId, action: 'league.create', actor_id: userId }))
    .where('at', '>', now.getTime() - DAY_MS)
    .executeTakeFirst()
  return entry !== undefined
}

type BackfillContext = Pick<Context, 'db' | 'jobs' | 'now'>
type BackfillDetail = Pick<BackfillPlan, 'start' | 'end' | 'force' | 'scrape'>

/** The outcome is undefined if the league was deleted. `actor` is null for the command line. Throws `job_running`. */
export async function backfillNow(
  ctx: BackfillContext,
  leagueId: number,
  detail: BackfillDetail,
  actor: Actor | null,
  cookies?: ProviderCookies,
): Promise<JobOutcome | undefined> {
  return ctx.jobs.waitForOutcome(
    await requestBackfill(ctx, leagueId, { payload: createPlan(detail), detail, actor }, cookies),
  )
}

async function requestBackfill(
  { db, jobs, now }: BackfillContext,
  leagueId: number,
  { payload, detail, actor }: { payload: BackfillPlan; detail: BackfillDetail; actor: Actor | null },
  cookies?: ProviderCookies,
): Promise<number> {
  const requestedBy = actor?.userId ?? null
  const job = await jobs.requestForLeague({ leagueId, kind: 'backfill', payload, requestedBy }, cookies)
  if ('open' in job) throw new ApiError('job_running', { message: JOB_RUNNING_MESSAGES[job.open] })
  await recordAuditEntry(db, { at: now(), actor, action: 'league.backfill', leagueId, detail })
  return job.id
}

type CookieFields = Pick<
  NonNullable<RequestOf<typeof backfillHistory>['body']>,
  'swid' | 'espn_s2' | 'cookie_header'
>

/** Returns the cookies for this run; undefined if none were given. Throws if only one of them was given. */
function cookiesForRun({ swid, espn_s2, cookie_header }: CookieFields): ProviderCookies | undefined {
  const nonEmptyFields = [swid, espn_s2, cookie_header].filter((text) => text != null && text !== '')
  if (nonEmptyFields.length === 0) return undefined
  const [fields, header] = [parseCookieFields(swid ?? '', espn_s2 ?? ''), parseCookies(cookie_header ?? '')]
  const cookies = { swid: fields.swid ?? header.swid, s2: fields.s2 ?? header.s2 }
  if (cookies.swid !== null && cookies.s2 !== null) return { swid: cookies.swid, s2: cookies.s2 }
  const [field, name] = cookies.swid === null ? ['swid', 'SWID'] : ['espn_s2', 'espn_s2']
  throw invalidField(field, `The ${name} cookie is missing. Enter both cookies or neither.`)
}

/**
 * Ends the unfinished backfill of a league. What it has stored stays, and what its process stores next is rolled back,
 * because its lease is lost. Returns null if there is none.
 */
function stopRunning(call: LeagueRequest): Promise<BackfillReport | null> {
  const leagueId = call.league.id
  return changeLeague(call, async ({ transaction, now, audit }) => {
    const job = await transaction
      .selectFrom('jobs')
      .select(['id', 'payload', 'done', 'total'])
      .where((eb) => eb.and({ unique_key: `league:${leagueId}`, kind: 'backfill' }))
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (job === undefined) return null
    const report = toReport(BackfillPlan.parse(JSON.parse(job.payload)))
    const step = `Stopped. Seasons read: ${report.ingested.length}.`
    await transaction
      .updateTable('jobs')
      .set({ status: 'done', step, result: JSON.stringify(report), ended_at: now.getTime() })
      .set({ lease_token: null, lease_until: null })
      .where('id', '=', job.id)
      .execute()
    const progress = { state: 'done', step, done: job.done, total: job.total } as const
    await recordJobEvent(transaction, { kind: 'backfill', leagueId }, progress, now)
    await audit('league.stop-backfill')
    return report
  })
}
