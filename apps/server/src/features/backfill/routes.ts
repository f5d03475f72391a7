import { backfillHistory } from '@fieldhouse/contract/backfill'
import type { RequestOf } from '@fieldhouse/contract/operation'
import { parseCookieFields, parseCookies } from '@fieldhouse/domain/provider-cookies'
import { seasonAt } from '@fieldhouse/domain/season'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { recordAuditEntry } from '../../database/audit.ts'
import type { Db } from '../../database/database.ts'
import { currentUser, leagueOf } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { CurrentUser } from '../../http/session-store.ts'
import type { LeagueJobRunner } from '../../jobs/league-job-runner.ts'
import type { ProviderCookies } from '../../providers/league-provider.ts'
import { BackfillReport, createPlan } from './backfill-plan.ts'
import { JOB_RUNNING_MESSAGES, resolveEndSeason } from './backfill-rules.ts'
import { presentBackfill } from './present.ts'

export type BackfillOptions = {
  db: Db
  jobs: Pick<LeagueJobRunner, 'request' | 'waitForOutcome'>
  /** How many people have had a team of a league. */
  countOwners: (leagueId: number) => Promise<number>
  /** Whether the password is the caller's own; counts wrong ones, and throws `too_many_attempts`. */
  verifyOwnPassword: (caller: CurrentUser, password: string, address: string) => Promise<boolean>
  now: () => Date
}

export const backfillRoutes: FastifyPluginAsyncZod<BackfillOptions> = async (app, options) => {
  const { jobs, now } = options

  app.route({
    ...backfillHistory,
    async handler(request) {
      const caller = currentUser(request)
      const league = leagueOf(request)
      const { password, force, scrape, start } = request.body
      const end = resolveEndSeason(start, request.body.end ?? null, seasonAt(now()))
      const cookies = cookiesForRun(request.body)
      if (!(await options.verifyOwnPassword(caller, password, request.ip))) {
        throw new ApiError('password_incorrect')
      }
      const payload = createPlan({ start, end, force, scrape })
      const asked = { leagueId: league.id, kind: 'backfill', payload, requestedBy: caller.userId } as const
      const job = await jobs.request(asked, cookies)
      if ('open' in job) throw new ApiError('job_running', { message: JOB_RUNNING_MESSAGES[job.open] })
      await recordAuditEntry(options.db, {
        at: now(),
        actor: caller,
        action: 'league.backfill',
        leagueId: league.id,
        detail: { start, end, force, scrape },
      })
      const ended = await jobs.waitForOutcome(job.id)
      if (ended === undefined) throw new ApiError('league_not_found')
      return presentBackfill(BackfillReport.parse(ended.result), await options.countOwners(league.id))
    },
  })
}

type CookieFields = Pick<RequestOf<typeof backfillHistory>['body'], 'swid' | 'espn_s2' | 'cookie_header'>

/** The cookies for this run alone; undefined when none were given. Throws when only a part of them is there. */
function cookiesForRun({ swid, espn_s2, cookie_header }: CookieFields): ProviderCookies | undefined {
  const given = [swid, espn_s2, cookie_header].filter((text) => text != null && text !== '')
  if (given.length === 0) return undefined
  const [fields, header] = [parseCookieFields(swid ?? '', espn_s2 ?? ''), parseCookies(cookie_header ?? '')]
  const found = { swid: fields.swid ?? header.swid, s2: fields.s2 ?? header.s2 }
  if (found.swid !== null && found.s2 !== null) return { swid: found.swid, s2: found.s2 }
  const [field, sentence] =
    found.swid === null
      ? ['swid', 'There is no SWID in that. Give both cookies, or none.']
      : ['espn_s2', 'There is no espn_s2 in that. Give both cookies, or none.']
  throw new ApiError('invalid_input', { message: sentence, fields: { [field]: sentence } })
}
