import { backfillHistory } from '@fieldhouse/contract/backfill'
import type { RequestOf } from '@fieldhouse/contract/operation'
import { parseCookieFields, parseCookies } from '@fieldhouse/domain/provider-cookies'
import { seasonAt } from '@fieldhouse/domain/season'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { recordAct } from '../../database/audit.ts'
import type { Db } from '../../database/database.ts'
import { callerOf, leagueOf } from '../../http/access.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Caller } from '../../http/session-store.ts'
import type { LeagueJobRunner } from '../../jobs/league-job-runner.ts'
import type { ProviderCookies } from '../../providers/league-provider.ts'
import { BackfillReport, newPlan } from './backfill-plan.ts'
import { lastSeason, RUNNING } from './may-run.ts'
import { presentBackfill } from './present.ts'

export type BackfillOptions = {
  db: Db
  jobs: Pick<LeagueJobRunner, 'ask' | 'endOf'>
  /** How many people have had a team of a league. */
  ownerCountOf: (leagueId: number) => Promise<number>
  /** Whether the password is the caller's own; counts wrong ones, and throws `too_many_attempts`. */
  isPasswordOf: (caller: Caller, password: string, address: string) => Promise<boolean>
  now: () => Date
}

export const backfillRoutes: FastifyPluginAsyncZod<BackfillOptions> = async (app, options) => {
  const { jobs, now } = options

  app.route({
    ...backfillHistory,
    async handler(request) {
      const caller = callerOf(request)
      const league = leagueOf(request)
      const { password, force, scrape, start } = request.body
      const end = lastSeason(start, request.body.end ?? null, seasonAt(now()))
      const cookies = cookiesIn(request.body)
      if (!(await options.isPasswordOf(caller, password, request.ip))) {
        throw new ApiError('password_incorrect')
      }
      const plan = newPlan({ start, end, force, scrape })
      const asked = { leagueId: league.id, kind: 'backfill', plan, askedBy: caller.userId } as const
      const job = await jobs.ask(asked, cookies)
      if ('open' in job) throw new ApiError('job_running', { sentence: RUNNING[job.open] })
      await recordAct(options.db, {
        at: now(),
        actor: caller,
        action: 'league.backfill',
        leagueId: league.id,
        detail: { start, end, force, scrape },
      })
      const ended = await jobs.endOf(job.id)
      if (ended === undefined) throw new ApiError('league_not_found')
      return presentBackfill(BackfillReport.parse(ended.result), await options.ownerCountOf(league.id))
    },
  })
}

type Cookies = Pick<RequestOf<typeof backfillHistory>['body'], 'swid' | 'espn_s2' | 'cookie_header'>

/** The cookies for this run alone; undefined when none were given. Throws when only a part of them is there. */
function cookiesIn({ swid, espn_s2, cookie_header }: Cookies): ProviderCookies | undefined {
  const given = [swid, espn_s2, cookie_header].filter((text) => text != null && text !== '')
  if (given.length === 0) return undefined
  const [fields, header] = [parseCookieFields(swid ?? '', espn_s2 ?? ''), parseCookies(cookie_header ?? '')]
  const found = { swid: fields.swid ?? header.swid, s2: fields.s2 ?? header.s2 }
  if (found.swid !== null && found.s2 !== null) return { swid: found.swid, s2: found.s2 }
  const [field, sentence] =
    found.swid === null
      ? ['swid', 'There is no SWID in that. Give both cookies, or none.']
      : ['espn_s2', 'There is no espn_s2 in that. Give both cookies, or none.']
  throw new ApiError('invalid_input', { sentence, fields: { [field]: sentence } })
}
