import { moneyFromDecimalString } from '@fieldhouse/domain/money'
import {
  jobNotification,
  recapNotification,
  recordNotification,
} from '@fieldhouse/domain/notifications/activity-notifications'
import { slipNotification } from '@fieldhouse/domain/notifications/slip-notification'
import type { Db } from '../../database/engine/database.ts'
import { LEAGUE_JOB_KINDS } from '../../jobs/job.ts'
import { parseBrokenRecords } from '../../repositories/history/broken-records.ts'
import type { Activity } from './activity-store.ts'

/** What happened in all leagues without anybody writing it. */
export interface LeagueActivityStore {
  /** Lists new recaps, records that were broken, results of slips, and refreshes and backfills that admins have to know about. */
  listLeagueActivity(since: Date): Promise<Activity[]>
}

export function leagueActivityStore(db: Db): LeagueActivityStore {
  return {
    async listLeagueActivity(since) {
      return [
        ...(await listRecaps(since)),
        ...(await listRecords(since)),
        ...(await listSlips(since)),
        ...(await listJobs(since)),
      ]
    },
  }

  async function listRecaps(since: Date): Promise<Activity[]> {
    const rows = await db
      .selectFrom('recaps')
      .leftJoin('feed_items as post', 'post.id', 'recaps.post_id')
      .selectAll('recaps')
      .where('post.hidden_at', 'is', null)
      .where('posted_at', '>', since.getTime())
      .orderBy('recaps.league_id')
      .execute()
    return rows.flatMap(({ league_id, season, week, post_id, posted_at }) => {
      if (post_id === null) return []
      const recap = { season, week, postId: post_id, at: new Date(posted_at) }
      return [
        {
          leagueId: league_id,
          isFor: () => true,
          toNotification: (league) => recapNotification(recap, league),
        } satisfies Activity,
      ]
    })
  }

  async function listRecords(since: Date): Promise<Activity[]> {
    const rows = await db
      .selectFrom('week_records')
      .selectAll()
      .where('found_at', '>', since.getTime())
      .orderBy('league_id')
      .execute()
    return rows.flatMap(({ league_id, season, broken, found_at }) =>
      parseBrokenRecords(broken).map(
        (record): Activity => ({
          leagueId: league_id,
          isFor: () => true,
          toNotification: (league) =>
            recordNotification({ ...record, season, at: new Date(found_at) }, league),
        }),
      ),
    )
  }

  async function listSlips(since: Date): Promise<Activity[]> {
    const rows = await db
      .selectFrom('slip_results')
      .innerJoin('leagues', 'leagues.id', 'slip_results.league_id')
      .selectAll('slip_results')
      .where('announced_at', '>', since.getTime())
      .where('leagues.has_betslip', '=', 1)
      .orderBy('league_id')
      .execute()
    return rows.map(({ league_id, staked, returned, announced_at, ...slip }) => ({
      leagueId: league_id,
      isFor: () => true,
      toNotification: (league) =>
        slipNotification(
          {
            ...slip,
            staked: moneyFromDecimalString(staked),
            returned: returned === null ? null : moneyFromDecimalString(returned),
            at: new Date(announced_at),
          },
          league,
        ),
    }))
  }

  /** A refresh is news only when it fails: it runs every few minutes during games. */
  async function listJobs(since: Date): Promise<Activity[]> {
    const rows = await db
      .selectFrom('jobs')
      .select(['id', 'kind', 'league_id', 'status', 'step', 'last_error', 'ended_at'])
      .where('ended_at', '>', since.getTime())
      .where('kind', 'in', LEAGUE_JOB_KINDS)
      .where((eb) => eb.or([eb('status', '=', 'failed'), eb('kind', '=', 'backfill')]))
      .$narrowType<{ kind: (typeof LEAGUE_JOB_KINDS)[number] }>()
      .orderBy('id')
      .execute()
    return rows.flatMap(({ id, kind, league_id, status, step, last_error, ended_at }) => {
      if (league_id === null) return []
      const hasFailed = status === 'failed'
      const job = {
        id,
        kind,
        hasFailed,
        outcome: step || (last_error ?? ''),
        at: new Date(ended_at ?? since),
      }
      return [
        {
          leagueId: league_id,
          isFor: ({ isAdmin }) => isAdmin,
          toNotification: (league) => jobNotification(job, league),
        } satisfies Activity,
      ]
    })
  }
}
