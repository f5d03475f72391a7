import { backfillHistory, stopBackfill } from '@fieldhouse/contract/backfill'
import type { RequestOf } from '@fieldhouse/contract/operation'
import { parseCookieFields, parseCookies } from '@fieldhouse/domain/league/provider-input'
import { pluralize } from '@fieldhouse/domain/pluralize'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import { currentUser, leagueOf, requireRecentProof } from '../../auth/access.ts'
import type { CurrentUser } from '../../auth/session-store.ts'
import type { Db } from '../../database/engine/database.ts'
import { ApiError } from '../../http/errors/api-error.ts'
import type { Routes } from '../../http/requests/validation.ts'
import type { JobRequester } from '../../jobs/job-runner.ts'
import type { ProviderCookies } from '../../providers/league-provider.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import { BackfillReport, createPlan } from './backfill-plan.ts'
import { JOB_RUNNING_MESSAGES, resolveEndSeason } from './backfill-rules.ts'
import { presentBackfill } from './present.ts'
import type { BackfillStore } from './store.ts'

export type BackfillOptions = {
  db: Db
  store: Pick<BackfillStore, 'stop'>
  jobs: JobRequester
  /** Returns the number of people who have managed a team in a league. */
  countOwners: (leagueId: number) => Promise<number>
  /** Checks the current user's password. Throws `too_many_attempts` after too many wrong ones. */
  verifyOwnPassword: (user: CurrentUser, password: string) => Promise<boolean>
  now: () => Date
}

export const backfillRoutes: Routes<BackfillOptions> = (app, options) => {
  const { jobs, now } = options

  app.route({
    ...backfillHistory,
    async handler(request) {
      const user = currentUser(request)
      const league = leagueOf(request)
      const { password, force, scrape, start } = request.body
      const end = resolveEndSeason(start, request.body.end ?? null, seasonAt(now()))
      const cookies = cookiesForRun(request.body)
      if (password == null) requireRecentProof(request, now())
      else if (!(await options.verifyOwnPassword(user, password))) throw new ApiError('password_incorrect')
      const payload = createPlan({ start, end, force, scrape })
      const jobRequest = {
        leagueId: league.id,
        kind: 'backfill',
        payload,
        requestedBy: user.userId,
      } as const
      const job = await jobs.requestForLeague(jobRequest, cookies)
      if ('open' in job) throw new ApiError('job_running', { message: JOB_RUNNING_MESSAGES[job.open] })
      await recordAuditEntry(options.db, {
        at: now(),
        actor: user,
        action: 'league.backfill',
        leagueId: league.id,
        detail: { start, end, force, scrape },
      })
      const outcome = await jobs.waitForOutcome(job.id)
      if (outcome === undefined) throw new ApiError('league_not_found')
      return presentBackfill(BackfillReport.parse(outcome.result), await options.countOwners(league.id))
    },
  })

  app.route({
    ...stopBackfill,
    async handler(request) {
      const stopped = await options.store.stop(leagueOf(request).id, currentUser(request), now())
      if (stopped === null) return { message: 'No backfill is running.' }
      jobs.wake()
      return { message: `Stopped. ${pluralize(stopped.ingested.length, 'season')} read.` }
    },
  })
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
  const [field, message] =
    cookies.swid === null
      ? ['swid', 'The SWID cookie is missing. Enter both cookies or neither.']
      : ['espn_s2', 'The espn_s2 cookie is missing. Enter both cookies or neither.']
  throw new ApiError('invalid_input', { message, fields: { [field]: message } })
}
