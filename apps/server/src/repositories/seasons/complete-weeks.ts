import { earliestWeekEnd } from '@fieldhouse/domain/notifications/recap'
import type { Db } from '../../database/engine/database.ts'

/**
 * Selects the leagues that have no row of a week in a table yet, by ID. The season must be the league's newest one, fetched
 * after the week.
 */
export function leaguesWithoutWeek(db: Db, table: 'recaps' | 'week_records', season: number, week: number) {
  return db
    .selectFrom('leagues')
    .innerJoin('seasons', 'seasons.league_id', 'leagues.id')
    .select('leagues.id')
    .where('seasons.season', '=', season)
    .where('seasons.fetched_at', '>=', earliestWeekEnd(season, week).getTime())
    .where((eb) => {
      const newer = eb
        .selectFrom('seasons as newer')
        .select('newer.season')
        .whereRef('newer.league_id', '=', 'leagues.id')
        .where('newer.season', '>', season)
      return eb.not(eb.exists(newer))
    })
    .where((eb) => {
      const ofWeek = eb
        .selectFrom(`${table as 'recaps'} as done`)
        .select('done.week')
        .whereRef('done.league_id', '=', 'leagues.id')
        .where((done) => done.and({ 'done.season': season, 'done.week': week }))
      return eb.not(eb.exists(ofWeek))
    })
    .orderBy('leagues.id')
}
