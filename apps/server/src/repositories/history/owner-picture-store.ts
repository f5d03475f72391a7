import type { Owner } from '@fieldhouse/domain/history/owners'
import type { Transaction } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import type { Database } from '../../database/schema/schema.ts'
import type { TrophyPicture } from './trophy-picture-store.ts'

export type LeaguePictures = {
  leagueName: string
  /** Media files by provider account; null if the picture was removed. */
  fileKeys: ReadonlyMap<string, string | null>
  trophy: TrophyPicture | null
}

/** Where the picture of an owner is: a media file of the league, or the file of that slug in the data folder. */
export type PictureSource = { fileKey: string } | { slug: string }

/** The pictures that admins of a league uploaded for its owners and its trophy. */
export interface OwnerPictureStore {
  list(leagueId: number): Promise<LeaguePictures>
}

export function ownerPictureStore(db: Pick<Db, 'selectFrom'>): OwnerPictureStore {
  return {
    async list(leagueId) {
      const rows = await db
        .selectFrom('leagues')
        .leftJoin('owner_pictures', 'owner_pictures.league_id', 'leagues.id')
        .leftJoin('trophy_pictures', 'trophy_pictures.league_id', 'leagues.id')
        .select(['leagues.name', 'owner_pictures.member_id', 'owner_pictures.file_key'])
        .select(['trophy_pictures.file_key as trophyKey', 'trophy_pictures.description'])
        .where('leagues.id', '=', leagueId)
        .execute()
      const fileKeys = rows.flatMap((row) =>
        row.member_id === null ? [] : [[row.member_id, row.file_key] as const],
      )
      const [first] = rows
      const trophyKey = first?.trophyKey ?? null
      return {
        leagueName: first?.name ?? '',
        fileKeys: new Map(fileKeys),
        trophy: trophyKey === null ? null : { fileKey: trophyKey, description: first?.description ?? null },
      }
    },
  }
}

/** The owner's picture in a league; null after its removal. The data folder may have no file of the slug. */
export function pictureSourceOf(
  { accounts, slug }: Owner,
  { fileKeys }: Pick<LeaguePictures, 'fileKeys'>,
): PictureSource | null {
  for (const { memberId } of accounts) {
    const fileKey = fileKeys.get(memberId)
    if (fileKey !== undefined) return fileKey === null ? null : { fileKey }
  }
  return { slug }
}

/** Replaces an owner's picture; null removes it. Returns the file that it replaced, if any. */
export async function setOwnerPicture(
  transaction: Transaction<Database>,
  leagueId: number,
  { accounts: [account] }: Owner,
  fileKey: string | null,
  now: Date,
): Promise<string | null> {
  if (account === undefined) throw new Error('an owner has at least one account')
  const { memberId } = account
  const replaced = await transaction
    .selectFrom('owner_pictures')
    .select('file_key')
    .where('league_id', '=', leagueId)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  const picture = { file_key: fileKey, updated_at: now.getTime() }
  await transaction
    .insertInto('owner_pictures')
    .values({ league_id: leagueId, member_id: memberId, ...picture })
    .onConflict((conflict) => conflict.columns(['league_id', 'member_id']).doUpdateSet(picture))
    .execute()
  return replaced?.file_key ?? null
}
