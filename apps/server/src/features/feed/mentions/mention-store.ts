import {
  isMentionRange,
  type Mention,
  type MentionTarget,
  sortRanges,
  type TextRange,
  targetKey,
} from '@fieldhouse/domain/league/mentions'
import { compileOnce, isOneOf, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Db, DbTransaction } from '../../../database/engine/database.ts'
import { listNewestSeasons } from '../../../repositories/season-documents/stored-seasons.ts'
import { FeedRejection, type FeedUser, type Subject } from '../items/item-store.ts'

/** A mention in a stored text. `season` is the one in which the team was mentioned; null for a member. */
export type StoredMention = TextRange & MentionTarget & { season: number | null }

/** The user IDs of all members of a league. */
export async function listMembers(db: Db, leagueId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('league_id', '=', leagueId)
    .orderBy('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

/** Stores the mentions of a new text, and returns them in its order. Rejects with `mention_not_found` unless the league has all of them. */
export async function addMentions(
  transaction: DbTransaction,
  { leagueId, now }: Pick<FeedUser, 'leagueId' | 'now'>,
  subject: Subject,
  mentions: readonly Mention[],
): Promise<StoredMention[]> {
  const season = await requireTargets(transaction, leagueId, mentions)
  const stored = sortRanges(mentions).map((mention) => toStored(mention, season))
  await insertMentions(
    transaction,
    subject,
    stored.map((mention) => ({ ...mention, createdAt: now.getTime() })),
  )
  return stored
}

/** The stored mentions of a text, with the time of each. */
export async function listMentions(transaction: DbTransaction, { type, id }: Subject) {
  const rows = await SELECT_MENTIONS[type](transaction, { ids: `[${id}]` })
  return rows.flatMap((row) => {
    const mention = toMention(row)
    return mention === null ? [] : [{ ...mention, createdAt: row.created_at }]
  })
}

/**
 * Replaces the mentions of a text. Rejects with `mention_not_found` if the league does not have one that the text did
 * not contain before.
 * @param stored the mentions before
 */
export async function replaceMentions(
  transaction: DbTransaction,
  { leagueId, now }: FeedUser,
  subject: Subject,
  stored: Awaited<ReturnType<typeof listMentions>>,
  mentions: readonly Mention[],
): Promise<StoredMention[]> {
  const known = new Map(stored.map((mention) => [targetKey(mention), mention]))
  const added = mentions.filter((mention) => !known.has(targetKey(mention)))
  const season = await requireTargets(transaction, leagueId, added)
  const saved = sortRanges(mentions).map((mention) => {
    const { season: ofTeam = season, createdAt = now.getTime() } = known.get(targetKey(mention)) ?? {}
    return { ...toStored(mention, ofTeam), createdAt }
  })
  const { type, id } = subject
  await transaction.deleteFrom(tableOf(type)).where(columnOf(type), '=', id).execute()
  await insertMentions(transaction, subject, saved)
  return saved
}

function toStored({ kind, id, start, length }: Mention, season: number | null): StoredMention {
  return { kind, id, start, length, season: kind === 'team' ? season : null }
}

/** Returns the current season; null if there is none, or no team is mentioned. Rejects with `mention_not_found`. */
async function requireTargets(
  transaction: DbTransaction,
  leagueId: number,
  mentions: readonly MentionTarget[],
): Promise<number | null> {
  const idsOf = (kind: MentionTarget['kind']) => [
    ...new Set(mentions.filter((mention) => mention.kind === kind).map(({ id }) => id)),
  ]
  const [userIds, teamIds] = [idsOf('member'), idsOf('team')]
  if (userIds.length > 0) {
    const members = new Set(await listMembers(transaction, leagueId))
    if (!userIds.every((id) => members.has(id))) throw new FeedRejection('mention_not_found')
  }
  if (teamIds.length === 0) return null
  const newest = (await listNewestSeasons(transaction, [leagueId])).get(leagueId)
  const known = new Set(newest?.teams.map(({ teamId }) => teamId))
  if (newest === undefined || teamIds.some((id) => !known.has(id)))
    throw new FeedRejection('mention_not_found')
  return newest.season
}

// The tables of items and comments have the same columns, but for the ID of what has the text.
const tableOf = (type: Subject['type']) => `${type}_mentions` as 'item_mentions'
const columnOf = (type: Subject['type']) => `${type}_id` as 'item_id'

async function insertMentions(
  transaction: DbTransaction,
  { type, id }: Subject,
  mentions: readonly (StoredMention & { createdAt: number })[],
): Promise<void> {
  if (mentions.length === 0) return
  const subject = { [columnOf(type)]: id }
  const rows = mentions.map(({ kind, id: target, start, length, season, createdAt }) => ({
    ...subject,
    start,
    length,
    user_id: kind === 'member' ? target : null,
    season,
    team_id: kind === 'team' ? target : null,
    created_at: createdAt,
  }))
  await transaction.insertInto(tableOf(type)).values(rows).execute()
}

const selectMentions = (type: Subject['type']) =>
  compileOnce((db, value: ValueOf<{ ids: string }>) =>
    db
      .selectFrom(tableOf(type))
      .select([`${columnOf(type)} as subjectId`, 'start', 'length'])
      .select(['user_id', 'season', 'team_id', 'created_at'])
      .where(isOneOf(db, columnOf(type), value('ids')))
      .orderBy(columnOf(type))
      .orderBy('start'),
  )

const SELECT_MENTIONS = { item: selectMentions('item'), comment: selectMentions('comment') }

/**
 * Loads the mentions in texts by the ID of their item or comment, in the order of the text. Reads nothing for texts
 * without an `@`.
 */
export async function loadMentions(
  db: Db,
  type: Subject['type'],
  texts: readonly { id: number; text: string }[],
): Promise<Map<number, StoredMention[]>> {
  const withMentions = new Map(
    texts.filter(({ text }) => text.includes('@')).map(({ id, text }) => [id, text]),
  )
  const mentions = new Map<number, StoredMention[]>()
  if (withMentions.size === 0) return mentions
  for (const row of await SELECT_MENTIONS[type](db, { ids: JSON.stringify([...withMentions.keys()]) })) {
    const mention = toMention(row)
    const isIn = mention !== null && isMentionRange(withMentions.get(row.subjectId) ?? '', mention)
    if (isIn) mentions.set(row.subjectId, [...(mentions.get(row.subjectId) ?? []), mention])
  }
  return mentions
}

type MentionRow = TextRange & { user_id: number | null; season: number | null; team_id: number | null }

/** null if an archive did not contain the person. */
function toMention({ start, length, user_id, season, team_id }: MentionRow): StoredMention | null {
  if (user_id !== null) return { kind: 'member', id: user_id, start, length, season: null }
  return team_id === null ? null : { kind: 'team', id: team_id, start, length, season }
}
