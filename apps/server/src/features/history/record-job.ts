import { recapWeekAt } from '@fieldhouse/domain/notifications/recap'
import { seasonAt } from '@fieldhouse/domain/seasons/season'
import type { Context } from '../../context.ts'
import { attemptEach, type ScheduledJob } from '../../jobs/job.ts'
import { findBrokenRecords, leaguesWithoutWeek } from '../../repositories/weekly-results.ts'

export function recordJob({ db, leagues, now }: Pick<Context, 'db' | 'leagues' | 'now'>): ScheduledJob {
  return {
    name: 'records',
    schedule: '*/10 * * * *',
    async run(signal) {
      const season = seasonAt(now())
      const week = recapWeekAt(season, now())
      if (week === null) return
      const due = await leaguesWithoutWeek(db, 'week_records', season, week).execute()
      await attemptEach(due, { failure: 'leagues could not be checked', signal }, async ({ id }) => {
        const broken = findBrokenRecords(await leagues.seasons(id), season, week)
        if (broken === null) return
        await db
          .insertInto('week_records')
          .values({
            league_id: id,
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
