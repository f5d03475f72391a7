import { buildOwners, type Owner } from '@fieldhouse/domain/history/owners'
import type { Db, DbTransaction } from '../database/engine/database.ts'
import { upsert } from '../database/engine/queries.ts'
import { listSeasons } from './stored-seasons.ts'

export type PictureSource = { fileKey: string } | { slug: string }

export async function findLeaguePictures(db: Db, leagueId: number) {
  const rows = await db
    .selectFrom('leagues')
    .leftJoin('owner_pictures', 'owner_pictures.league_id', 'leagues.id')
    .leftJoin('trophy_pictures', 'trophy_pictures.league_id', 'leagues.id')
    .select(['leagues.name', 'owner_pictures.member_id', 'owner_pictures.file_key'])
    .select(['trophy_pictures.file_key as trophyKey', 'trophy_pictures.description'])
    .where('leagues.id', '=', leagueId)
    .execute()
  const [first] = rows
  /** Media files by provider account; null if the picture was removed. */
  const fileKeys = new Map<string, string | null>()
  for (const { member_id, file_key } of rows) if (member_id !== null) fileKeys.set(member_id, file_key)
  const trophy =
    first?.trophyKey == null ? null : { fileKey: first.trophyKey, description: first.description }
  return { leagueName: first?.name ?? '', fileKeys, trophy }
}

export async function listOwners(db: Db, leagueId: number): Promise<Owner[]> {
  const merges = await db
    .selectFrom('owner_merges')
    .select(['member_id as memberId', 'person_id as personId'])
    .where('league_id', '=', leagueId)
    .orderBy('id')
    .execute()
  return buildOwners({ seasons: await listSeasons(db, leagueId), merges }).all
}

/** The owner's picture in a league; null after its removal. The data folder may have no file of the slug. */
export function pictureSourceOf(
  { accounts, slug }: Owner,
  { fileKeys }: { fileKeys: ReadonlyMap<string, string | null> },
): PictureSource | null {
  for (const { memberId } of accounts) {
    const fileKey = fileKeys.get(memberId)
    if (fileKey !== undefined) return fileKey === null ? null : { fileKey }
  }
  return { slug }
}

/** Replaces an owner's picture; null removes it. Returns the file that it replaced, if any. */
export async function setOwnerPicture(
  transaction: DbTransaction,
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
    .where((eb) => eb.and({ league_id: leagueId, member_id: memberId }))
    .executeTakeFirst()
  const picture = { file_key: fileKey, updated_at: now.getTime() }
  await upsert(transaction, 'owner_pictures', { league_id: leagueId, member_id: memberId }, picture)
  return replaced?.file_key ?? null
}
type TrophyPicture = {
  fileKey: string
  /** The alternative text; null for the general one. */
  description: string | null
}

export async function findTrophyPicture(db: Db, leagueId: number): Promise<TrophyPicture | null> {
  const row = await db
    .selectFrom('trophy_pictures')
    .select(['file_key as fileKey', 'description'])
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  return row ?? null
}

/** Saves or replaces the picture of a league's trophy; null removes it. Returns the picture that it replaced, if any. */
export async function setTrophyPicture(
  transaction: DbTransaction,
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
  await upsert(transaction, 'trophy_pictures', { league_id: leagueId }, values)
  return replaced
}
