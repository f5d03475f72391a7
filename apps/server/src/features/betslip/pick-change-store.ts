import type { BettingWeek } from '@fieldhouse/domain/betslip/betting-week'
import type { Owner } from '@fieldhouse/domain/betslip/owner-names'
import { compileOnce, type ValueOf } from '../../database/engine/compile-once.ts'
import type { Db } from '../../database/engine/database.ts'
import type { PickSource } from '../../database/schema/betslip-tables.ts'
import type { LeagueImport } from '../../repositories/leagues/league-import.ts'

/** Identifies a pick: an owner has at most one per league and week. */
export type PickKey = BettingWeek & { leagueId: number; owner: Pick<Owner, 'userId' | 'username'> }

export type PickChange = {
  text: string
  via: PickSource
  by: { userId: number | null; username: string }
  at: Date
  /** The archive that contained it; null for what was saved on this server. */
  leagueImport: LeagueImport | null
}

/** The values of a pick's key in a query. */
export type KeyValues = { leagueId: number; season: number; week: number; userId: number }

export const toKeyValues = ({ leagueId, season, week, owner }: PickKey): KeyValues => ({
  leagueId,
  season,
  week,
  userId: owner.userId,
})

export const keyColumns = (value: ValueOf<KeyValues>) => ({
  league_id: value('leagueId'),
  season: value('season'),
  week: value('week'),
  user_id: value('userId'),
})

/** Records a text that was saved on the page. */
export const insertChange = compileOnce(
  (db, value: ValueOf<KeyValues & { text: string; at: number; byId: number; byName: string }>) =>
    db.insertInto('pick_changes').values({
      ...keyColumns(value),
      text: value('text'),
      via: 'page',
      by_id: value('byId'),
      by_name: value('byName'),
      at: value('at'),
    }),
)

/** Newest first. */
function selectChanges(db: Pick<Db, 'selectFrom'>, { leagueId, season, week, owner }: PickKey) {
  return db
    .selectFrom('pick_changes')
    .leftJoin('league_imports', (join) =>
      join
        .onRef('league_imports.league_id', '=', 'pick_changes.league_id')
        .on('pick_changes.imported_person_id', 'is not', null),
    )
    .select(['text', 'via', 'by_id as userId', 'by_name as username', 'at', 'imported_at', 'imported_by'])
    .where('pick_changes.league_id', '=', leagueId)
    .where('season', '=', season)
    .where('week', '=', week)
    .where('user_id', '=', owner.userId)
    .orderBy('id', 'desc')
}

/** Who has last changed a pick's text, and when; null for both if nobody has. */
export async function findLastTextChange(db: Pick<Db, 'selectFrom'>, key: PickKey) {
  const change = await selectChanges(db, key).limit(1).executeTakeFirst()
  return change === undefined ? { by: null, at: null } : { by: change.username, at: new Date(change.at) }
}

/** Every text the pick has had, newest first. */
export async function listPickChanges(db: Db, key: PickKey): Promise<PickChange[]> {
  const rows = await selectChanges(db, key).execute()
  return rows.map(({ text, via, at, userId, username, ...mark }) => ({
    text,
    via,
    by: { userId, username },
    at: new Date(at),
    leagueImport: toLeagueImport(mark),
  }))
}

export type ImportColumns = { imported_at: number | null; imported_by: string | null }

export function toLeagueImport({ imported_at, imported_by }: ImportColumns): LeagueImport | null {
  return imported_at === null ? null : { at: new Date(imported_at), by: imported_by }
}
