import { earliestWeekEnd, recapWeekAt } from '@fieldhouse/domain/notifications/recap'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/engine/database.ts'
import { attemptEach } from '../../jobs/attempt-each.ts'
import type { ScheduledJob } from '../../jobs/job.ts'
import { findBrokenRecords } from '../../repositories/history/broken-records.ts'

/** Every ten minutes, finds the records that the last complete week has broken, once per league. */
export function recordJob({ db, leagues, now }: Pick<Context, 'db' | 'leagues' | 'now'>): ScheduledJob {
  return {
    name: 'records',
    schedule: '*/10 * * * *',
    async run(signal) {
      const season = seasonAt(now())
      const week = recapWeekAt(season, now())
      if (week === null) return
      const due = await listLeaguesToCheck(db, season, week)
      await attemptEach(due, { failure: 'leagues could not be checked', signal }, async (leagueId) => {
        const broken = findBrokenRecords(await leagues.seasons(leagueId), season, week)
        if (broken === null) return
        await db
          .insertInto('week_records')
          .values({
            league_id: leagueId,
            season,
            week,
            broken: JSON.stringify(broken),
            found_at: now().getTime(),
          })
          .onConflict((conflict) => conflict.columns(['league_id', 'season', 'week']).doNothing())
          .execute()
      })
    },
  }
}

/**
 * The leagues whose games of a week have not been compared with their records. The season must be the league's newest
 * one, fetched after the week.
 */
async function listLeaguesToCheck(db: Db, season: number, week: number): Promise<number[]> {
  const rows = await db
    .selectFrom('seasons')
    .select('league_id')
    .where('season', '=', season)
    .where('fetched_at', '>=', earliestWeekEnd(season, week).getTime())
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('seasons as newer')
            .select('newer.season')
            .whereRef('newer.league_id', '=', 'seasons.league_id')
            .where('newer.season', '>', season),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('week_records as checked')
            .select('checked.week')
            .whereRef('checked.league_id', '=', 'seasons.league_id')
            .where('checked.season', '=', season)
            .where('checked.week', '=', week),
        ),
      ),
    )
    .orderBy('league_id')
    .execute()
  return rows.map((row) => row.league_id)
}
