import type { PickHiding } from '@fieldhouse/domain/betslip/betting-week'
import type { Db } from '../../../database/engine/database.ts'
import { inSnapshot } from '../../../database/engine/transaction.ts'
import { readLeagueRows, type StoredRow } from '../../../database/portability/league-rows.ts'
import {
  type LeagueTable,
  listLeagueTables,
  listNflTables,
} from '../../../database/portability/league-tables.ts'
import {
  findLeaguePictures,
  listOwners,
  type PictureSource,
  pictureSourceOf,
} from '../../../repositories/history/pictures.ts'
import { HIDING_COLUMNS, toPickHiding } from '../../../repositories/leagues/pick-hiding.ts'
import { listSeasons, type StoredSeason } from '../../../repositories/season-documents/stored-seasons.ts'
import type { Person } from '../archive-format.ts'

/** The stored data of a league, all as of the same moment. */
export interface LeagueSnapshot {
  /** Includes the tables with NFL data. */
  tables: readonly LeagueTable[]
  hiding: PickHiding
  /** Yields the rows of a table in primary key order, without hidden rows. */
  readRows(table: LeagueTable, isHidden: (row: StoredRow) => boolean): AsyncGenerator<StoredRow>
  listSeasons(): Promise<StoredSeason[]>
  listPeople(userIds: ReadonlySet<number>): Promise<Person[]>
  /** Where the pictures of the owners are, by slug. */
  listOwnerPictures(): Promise<Map<string, PictureSource>>
}

/** Opens a snapshot while `work` runs. */
export function withLeagueSnapshot<Result>(
  db: Db,
  leagueId: number,
  work: (snapshot: LeagueSnapshot) => Promise<Result>,
): Promise<Result> {
  return inSnapshot(db, async (transaction) => {
    const tables = [...(await listLeagueTables(transaction)), ...(await listNflTables(transaction))]
    const league = await transaction
      .selectFrom('leagues')
      .select(HIDING_COLUMNS)
      .where('id', '=', leagueId)
      .executeTakeFirstOrThrow()
    return work({
      tables,
      hiding: toPickHiding(league),
      readRows: (table, isHidden) => readLeagueRows(transaction, table, leagueId, isHidden),

      listSeasons: () => listSeasons(transaction, leagueId),

      async listPeople(userIds) {
        if (userIds.size === 0) return []
        return transaction
          .selectFrom('users')
          .select(['id', 'username', 'first_name', 'last_name'])
          .where('id', 'in', [...userIds])
          .orderBy('id')
          .execute()
      },

      async listOwnerPictures() {
        const pictures = await findLeaguePictures(transaction, leagueId)
        const owners = await listOwners(transaction, leagueId)
        const sources = owners.map((owner) => [owner.slug, pictureSourceOf(owner, pictures)] as const)
        return new Map(sources.flatMap(([slug, source]) => (source === null ? [] : [[slug, source]])))
      },
    })
  })
}
