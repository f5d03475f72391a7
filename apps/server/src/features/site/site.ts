import {
  getChecklist,
  getSite,
  getSiteSettings,
  hideChecklist,
  saveSiteSettings,
} from '@fieldhouse/contract/site'
import { HOUR_MS } from '@fieldhouse/domain/duration'
import { isLoopbackHost } from '@fieldhouse/domain/hosts'
import type { FastifyBaseLogger } from 'fastify'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/engine/database.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import { operation } from '../../http/operation.ts'
import type { JobKind, JobRun } from '../../jobs/job.ts'
import { changeWithAudit } from '../../repositories/audit.ts'
import { readSignup, readSiteSettings, saveSiteSetting } from '../../repositories/site-settings.ts'
import { hasSiteAdmin } from '../accounts/read-site-admin.ts'

export const site = [
  operation(getSite, async ({ ctx: { db, settings, sendsMail, address } }) => ({
    draft_app: settings.DRAFT_APP_URL !== undefined,
    // With DEV_LINKS, people get the links that emails would contain.
    email: sendsMail || settings.DEV_LINKS,
    needs_admin: !(await hasSiteAdmin(db)),
    signup: await readSignup(db, settings),
    address: address.current(),
  })),

  operation(getSiteSettings, ({ ctx }) => presentSettings(ctx)),

  operation(saveSiteSettings, async (call) => {
    const { ctx } = call
    const { signup, address } = call.body
    const { SIGNUP, PUBLIC_URL } = ctx.settings
    if (signup !== undefined && SIGNUP !== undefined) throw setByEnvironment('SIGNUP')
    if (address !== undefined && PUBLIC_URL !== undefined) throw setByEnvironment('PUBLIC_URL')
    const detail = { ...(signup !== undefined && { signup }), ...(address !== undefined && { address }) }
    await changeWithAudit(call, async ({ transaction, audit }) => {
      for (const [name, value] of Object.entries(detail)) {
        await saveSiteSetting(transaction, name as keyof typeof detail, value)
        await audit('site.settings', { [name]: value })
      }
    })
    await ctx.address.refresh(true)
    return { message: 'Saved.', settings: await presentSettings(ctx) }
  }),

  operation(getChecklist, async ({ ctx, user: { userId } }) => {
    const { db, address } = ctx
    const league = await findOwnLeague(db, userId)
    if (league === null || (await readSiteSettings(db)).checklist === 'hidden') return { checklist: null }
    const url = address.current()
    const items = [
      { kind: 'invite' as const, is_done: await hasInvited(db, league.id) },
      { kind: 'address' as const, is_done: url !== null && !isLoopbackHost(new URL(url).hostname) },
      { kind: 'mail' as const, is_done: ctx.sendsMail },
      { kind: 'backup' as const, is_done: (await readLastSuccess(db, 'backup')) !== null },
      { kind: 'second_admin' as const, is_done: await hasSiteAdmin(db, userId) },
    ]
    return { checklist: items.every(({ is_done }) => is_done) ? null : { league: league.name, items } }
  }),

  operation(hideChecklist, async ({ ctx }) => {
    await saveSiteSetting(ctx.db, 'checklist', 'hidden')
    return { message: 'The checklist is hidden.' }
  }),
]

function setByEnvironment(name: string): ApiError {
  return new ApiError('set_by_environment', {
    message: `${name} in the environment of the server sets this.`,
  })
}

async function presentSettings({ db, settings, address }: Context) {
  return {
    signup: { value: await readSignup(db, settings), is_from_environment: settings.SIGNUP !== undefined },
    address: { value: address.current(), is_from_environment: settings.PUBLIC_URL !== undefined },
  }
}

async function findOwnLeague(db: Db, userId: number): Promise<{ id: number; name: string } | null> {
  const league = await db
    .selectFrom('memberships')
    .innerJoin('leagues', 'leagues.id', 'memberships.league_id')
    .select(['leagues.id', 'leagues.name'])
    .where('memberships.user_id', '=', userId)
    .where('memberships.role', '=', 'admin')
    .orderBy('leagues.id')
    .executeTakeFirst()
  return league ?? null
}

/** Whether a league has an invite link, or had one: somebody else is a member. */
async function hasInvited(db: Db, leagueId: number): Promise<boolean> {
  const link = await db
    .selectFrom('invite_links')
    .select('id')
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  if (link !== undefined) return true
  const members = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('league_id', '=', leagueId)
    .limit(2)
    .execute()
  return members.length > 1
}

const REPORTED = {
  backup: { completed: 'backup made', failed: 'backup failed' },
  'backup-check': { completed: 'backup check passed', failed: 'backup check failed' },
  'audit-check': { completed: 'audit check passed', failed: 'audit check failed' },
  'newest-release': { completed: 'newest release read', failed: 'failed to read the newest release' },
} as const

type ReportedJob = keyof typeof REPORTED

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
