import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../database/engine/database.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { ApiError } from '../../../http/errors/api-error.ts'
import { addItem, type FeedUser, inFeedTransaction } from '../items/item-store.ts'
import { rejectTooSoon } from '../moderation/slow-mode.ts'

export type NewMediaFile = Omit<Selectable<Database['media_drafts']>, 'league_id' | 'user_id' | 'created_at'>

type QuotaContext = Pick<Context, 'db' | 'settings'>

/**
 * Adds either all the media items, in order, or none. Returns their IDs. Rejects like `rejectTooSoon` and
 * `checkQuotas`.
 */
export function addMedia(ctx: QuotaContext, user: FeedUser, media: readonly NewMediaFile[]) {
  return inFeedTransaction(ctx.db, user.leagueId, async (transaction) => {
    await rejectTooSoon(transaction, user, 'upload')
    await checkQuotas(transaction, ctx, user, totalSize(media))
    const ids: number[] = []
    for (const file of media) {
      const id = await addItem(transaction, 'media', user)
      await transaction
        .insertInto('feed_media')
        .values({ item_id: id, ...file })
        .execute()
      ids.push(id)
    }
    return ids
  })
}

/** Stores files for a post that does not exist yet. Rejects like `checkQuotas`. */
export function addDrafts(ctx: QuotaContext, user: FeedUser, media: readonly NewMediaFile[]) {
  const { leagueId, userId, now } = user
  return inFeedTransaction(ctx.db, leagueId, async (transaction) => {
    await checkQuotas(transaction, ctx, user, totalSize(media))
    const of = { league_id: leagueId, user_id: userId, created_at: now.getTime() }
    await transaction
      .insertInto('media_drafts')
      .values(media.map((file) => ({ ...of, ...file })))
      .execute()
  })
}

/** The size of a league's media in bytes: of each person, largest first, and of all. */
export async function readUsage(db: Db, leagueId: number) {
  const people = await selectFiles(db)
    .innerJoin('users', 'users.id', 'files.user_id')
    .select(['users.username', TOTAL_BYTES.as('bytes')])
    .where('files.league_id', '=', leagueId)
    .groupBy(['users.id', 'users.username'])
    .orderBy('bytes', 'desc')
    .orderBy('users.username')
    .execute()
  const bytes = await mediaBytes(db, 'files.league_id', leagueId)
  return { bytes, people: people.map((row) => ({ username: row.username, used_bytes: Number(row.bytes) })) }
}

/** The stored file of a media item; undefined when the league has no such item. Sizes are in bytes. */
export function findFile(db: Db, leagueId: number, id: number) {
  return db
    .selectFrom('feed_items')
    .innerJoin('feed_media', 'feed_media.item_id', 'feed_items.id')
    .select(['file_key', 'content_type', 'size', 'grid_size', 'user_id', 'hidden_at'])
    .where((eb) => eb.and({ 'feed_items.id': id, 'feed_items.league_id': leagueId }))
    .executeTakeFirst()
}

/** Returns the keys that belong to a media item, a file of a post to come, or the picture of an owner or a trophy. */
export async function findExistingKeys(db: Db, fileKeys: readonly string[]): Promise<Set<string>> {
  if (fileKeys.length === 0) return new Set()
  const rows = await db
    .selectFrom('feed_media')
    .select('file_key')
    .where('file_key', 'in', fileKeys)
    .unionAll(db.selectFrom('media_drafts').select('file_key').where('file_key', 'in', fileKeys))
    .unionAll(
      db
        .selectFrom('owner_pictures')
        .select((eb) => eb.ref('file_key').$notNull().as('file_key'))
        .where('file_key', 'in', fileKeys),
    )
    .unionAll(db.selectFrom('trophy_pictures').select('file_key').where('file_key', 'in', fileKeys))
    .execute()
  return new Set(rows.map((row) => row.file_key))
}

const TOTAL_BYTES = sql<number | string>`coalesce(sum(files.bytes), 0)`

function selectFiles(db: Db) {
  const bytes = sql<number>`size + coalesce(grid_size, 0)`.as('bytes')
  return db.selectFrom(
    db
      .selectFrom('feed_media')
      .innerJoin('feed_items', 'feed_items.id', 'feed_media.item_id')
      .select(['league_id', 'user_id', bytes])
      .unionAll(db.selectFrom('media_drafts').select(['league_id', 'user_id', bytes]))
      .as('files'),
  )
}

const totalSize = (media: readonly NewMediaFile[]) =>
  media.reduce((sum, { size, grid_size }) => sum + size + (grid_size ?? 0), 0)

async function mediaBytes(db: Db, column: 'files.league_id' | 'files.user_id', id: number): Promise<number> {
  const query = selectFiles(db).select(TOTAL_BYTES.as('bytes')).where(column, '=', id)
  return Number((await query.executeTakeFirstOrThrow()).bytes)
}

const MEGABYTE = 1024 * 1024

/** The most that media may use: of one person in all leagues together, and of a league. */
export function quotasOf({ settings }: QuotaContext) {
  return {
    personBytes: settings.MAX_MEDIA_MB_PER_PERSON * MEGABYTE,
    leagueBytes: settings.MAX_MEDIA_MB_PER_LEAGUE * MEGABYTE,
  }
}

/** Rejects with `person_storage_full` or `league_storage_full` if `added` bytes do not fit. */
export async function checkQuotas(
  db: Db,
  ctx: QuotaContext,
  { leagueId, userId }: FeedUser,
  added: number,
): Promise<void> {
  const { personBytes, leagueBytes } = quotasOf(ctx)
  if ((await mediaBytes(db, 'files.user_id', userId)) + added > personBytes)
    throw new ApiError('person_storage_full')
  if ((await mediaBytes(db, 'files.league_id', leagueId)) + added > leagueBytes)
    throw new ApiError('league_storage_full')
}
