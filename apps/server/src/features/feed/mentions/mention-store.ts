import {
  isMentionRange,
  type Mention,
  type MentionTarget,
  shiftRanges,
  sortRanges,
  type TextRange,
  targetKey,
} from '@fieldhouse/domain/league/mentions'
import type { Kysely, Transaction } from 'kysely'
import { compileOnce, isOneOf, type ValueOf } from '../../../database/engine/compile-once.ts'
import type { Db } from '../../../database/engine/database.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { listNewestSeasons } from '../../../repositories/season-documents/stored-seasons.ts'
import { FeedRejection } from '../items/item-store.ts'

/** A mention in a stored text. `season` is the one in which the team was mentioned; null for a member. */
export type StoredMention = TextRange & MentionTarget & { season: number | null }

/** What can be mentioned in, and the ID of the item or comment. */
type Subject = { type: 'item' | 'comment'; id: number }

type MentionRow = {
  start: number
  length: number
  user_id: number | null
  season: number | null
  team_id: number | null
  created_at: number
}

export interface MentionStore {
  /** The user IDs of all members of a league. */
  listMembers(leagueId: number): Promise<number[]>
}

export function mentionStore(db: Db): MentionStore {
  return { listMembers: (leagueId) => listMembers(db, leagueId) }
}

/** The user IDs of all members of a league. */
export async function listMembers(db: Kysely<Database>, leagueId: number): Promise<number[]> {
  const rows = await selectMembers(db, { leagueId })
  return rows.map((row) => row.user_id)
}

const selectMembers = compileOnce((db, value: ValueOf<{ leagueId: number }>) =>
  db
    .selectFrom('memberships')
    .select('user_id')
    .where('league_id', '=', value('leagueId'))
    .orderBy('user_id'),
)

/** Stores the mentions of a new text, and returns them in its order. Rejects with `mention_not_found` unless the league has all of them. */
export async function addMentions(
  transaction: Transaction<Database>,
  leagueId: number,
  subject: Subject,
  mentions: readonly Mention[],
  now: Date,
): Promise<StoredMention[]> {
  if (mentions.length === 0) return []
  const season = await requireTargets(transaction, leagueId, mentions)
  const stored = sortRanges(mentions).map((mention) => toStored(mention, season))
  await insertMentions(
    transaction,
    subject,
    stored.map((mention) => ({ ...mention, createdAt: now.getTime() })),
  )
  return stored
}

export type MentionEdit = {
  before: string
  after: string
  /** undefined keeps those in the unchanged parts of the text. */
  mentions: readonly Mention[] | undefined
}

/**
 * Compares the mentions of a text with those after an edit. `save` stores them. It rejects with `mention_not_found`
 * if the league does not have one that the text did not contain before.
 */
export async function editMentions(
  transaction: Transaction<Database>,
  leagueId: number,
  subject: Subject,
  { before, after, mentions }: MentionEdit,
): Promise<{ isChange: boolean; save: (now: Date) => Promise<StoredMention[]> }> {
  const rows = await selectMentions(transaction, subject)
  const stored = rows.flatMap((row) => {
    const mention = toMention(row)
    return mention === null ? [] : [{ ...mention, createdAt: row.created_at }]
  })
  const next: readonly Mention[] = mentions ?? shiftRanges(stored, before, after)
  const known = new Map(stored.map((mention) => [targetKey(mention), mention]))
  const isStored = (mention: Mention) =>
    stored.some(
      ({ start, length, ...target }) =>
        start === mention.start && length === mention.length && targetKey(target) === targetKey(mention),
    )
  return {
    isChange: next.length !== stored.length || !next.every(isStored),
    async save(now) {
      const added = next.filter((mention) => !known.has(targetKey(mention)))
      const season = added.length === 0 ? null : await requireTargets(transaction, leagueId, added)
      const saved = sortRanges(next).map((mention) => {
        const { season: ofTeam = season, createdAt = now.getTime() } = known.get(targetKey(mention)) ?? {}
        return { ...toStored(mention, ofTeam), createdAt }
      })
      const table = subject.type === 'item' ? 'item_mentions' : 'comment_mentions'
      const column = subject.type === 'item' ? 'item_id' : 'comment_id'
      if (rows.length > 0)
        await transaction
          .deleteFrom(table as 'item_mentions')
          .where(column as 'item_id', '=', subject.id)
          .execute()
      if (saved.length > 0) await insertMentions(transaction, subject, saved)
      return saved
    },
  }
}

function toStored({ kind, id, start, length }: Mention, season: number | null): StoredMention {
  return { kind, id, start, length, season: kind === 'team' ? season : null }
}

/** Returns the current season; null if there is none. Rejects with `mention_not_found`. */
async function requireTargets(
  transaction: Transaction<Database>,
  leagueId: number,
  mentions: readonly MentionTarget[],
): Promise<number | null> {
  const idsOf = (kind: MentionTarget['kind']) => [
    ...new Set(mentions.filter((mention) => mention.kind === kind).map(({ id }) => id)),
  ]
  const [userIds, teamIds] = [idsOf('member'), idsOf('team')]
  if (userIds.length > 0) {
    const members = await transaction
      .selectFrom('memberships')
      .select('user_id')
      .where('league_id', '=', leagueId)
      .where('user_id', 'in', userIds)
      .execute()
    if (members.length < userIds.length) throw new FeedRejection('mention_not_found')
  }
  if (teamIds.length === 0) return null
  const newest = (await listNewestSeasons(transaction, [leagueId])).get(leagueId)
  const known = new Set(newest?.teams.map(({ teamId }) => teamId))
  if (newest === undefined || teamIds.some((id) => !known.has(id)))
    throw new FeedRejection('mention_not_found')
  return newest.season
}

async function insertMentions(
  transaction: Transaction<Database>,
  { type, id }: Subject,
  mentions: readonly (StoredMention & { createdAt: number })[],
): Promise<void> {
  const rows = mentions.map(({ kind, id: target, start, length, season, createdAt }) => ({
    start,
    length,
    user_id: kind === 'member' ? target : null,
    season,
    team_id: kind === 'team' ? target : null,
    created_at: createdAt,
  }))
  await (type === 'item'
    ? transaction.insertInto('item_mentions').values(rows.map((row) => ({ ...row, item_id: id })))
    : transaction.insertInto('comment_mentions').values(rows.map((row) => ({ ...row, comment_id: id })))
  ).execute()
}

const MENTION_COLUMNS = ['start', 'length', 'user_id', 'season', 'team_id', 'created_at'] as const

const selectItemMentions = compileOnce((db, value: ValueOf<{ ids: string }>) =>
  db
    .selectFrom('item_mentions')
    .select(['item_id as subjectId', ...MENTION_COLUMNS])
    .where(isOneOf(db, 'item_id', value('ids')))
    .orderBy('item_id')
    .orderBy('start'),
)

const selectCommentMentions = compileOnce((db, value: ValueOf<{ ids: string }>) =>
  db
    .selectFrom('comment_mentions')
    .select(['comment_id as subjectId', ...MENTION_COLUMNS])
    .where(isOneOf(db, 'comment_id', value('ids')))
    .orderBy('comment_id')
    .orderBy('start'),
)

function selectMentions(db: Kysely<Database>, { type, id }: Subject) {
  return (type === 'item' ? selectItemMentions : selectCommentMentions)(db, { ids: `[${id}]` })
}

/**
 * Loads the mentions in texts by the ID of their item or comment, in the order of the text. Reads nothing for texts
 * without an `@`.
 */
export async function loadMentions(
  db: Kysely<Database>,
  type: Subject['type'],
  texts: readonly { id: number; text: string }[],
): Promise<Map<number, StoredMention[]>> {
  const withMentions = new Map(
    texts.filter(({ text }) => text.includes('@')).map(({ id, text }) => [id, text]),
  )
  const mentions = new Map<number, StoredMention[]>()
  if (withMentions.size === 0) return mentions
  const select = type === 'item' ? selectItemMentions : selectCommentMentions
  for (const row of await select(db, { ids: JSON.stringify([...withMentions.keys()]) })) {
    const mention = toMention(row)
    const isIn = mention !== null && isMentionRange(withMentions.get(row.subjectId) ?? '', mention)
    if (isIn) mentions.set(row.subjectId, [...(mentions.get(row.subjectId) ?? []), mention])
  }
  return mentions
}

/** null if an archive did not contain the person. */
function toMention({ start, length, user_id, season, team_id }: MentionRow): StoredMention | null {
  if (user_id !== null) return { kind: 'member', id: user_id, start, length, season: null }
  return team_id === null ? null : { kind: 'team', id: team_id, start, length, season }
}
