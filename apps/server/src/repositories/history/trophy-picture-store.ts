import type { Transaction } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import type { Database } from '../../database/schema/schema.ts'

/** The picture of a league's trophy. */
export type TrophyPicture = {
  /** The media file. */
  fileKey: string
  /** The alternative text; null for the general one. */
  description: string | null
}

/** null for a league without a picture. */
export async function findTrophyPicture(
  db: Pick<Db, 'selectFrom'>,
  leagueId: number,
): Promise<TrophyPicture | null> {
  const row = await db
    .selectFrom('trophy_pictures')
    .select(['file_key as fileKey', 'description'])
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  return row ?? null
}

/** Saves or replaces the picture of a league's trophy; null removes it. Returns the picture that it replaced, if any. */
export async function setTrophyPicture(
  transaction: Transaction<Database>,
  leagueId: number,
  picture: TrophyPicture | null,
  now: Date,
): Promise<TrophyPicture | null> {
  const replaced = await findTrophyPicture(transaction, leagueId)
  if (picture === null) {
    await transaction.deleteFrom('trophy_pictures').where('league_id', '=', leagueId).execute()
    return replaced
  }
  const { fileKey, description } = picture
  const values = { file_key: fileKey, description, updated_at: now.getTime() }
  await transaction
    .insertInto('trophy_pictures')
    .values({ league_id: leagueId, ...values })
    .onConflict((conflict) => conflict.column('league_id').doUpdateSet(values))
    .execute()
  return replaced
}
