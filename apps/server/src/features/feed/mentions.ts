import {
  isMentionRange,
  type Mention,
  type MentionTarget,
  sortRanges,
  type TextRange,
  targetKey,
} from '@fieldhouse/domain/league/mentions'
import type { Db, DbTransaction } from '../../database/engine/database.ts'
import { isOneOf } from '../../database/engine/dialect.ts'
import { type ApiError, invalidField } from '../../http/errors/api-error.ts'
import { listNewestSeasons } from '../../repositories/stored-seasons.ts'
import type { FeedUser, Subject } from './items.ts'

/** A mention in a stored text. `season` is the one in which the team was mentioned; null for a member. */
export type StoredMention = TextRange & MentionTarget & { season: number | null }

export async function listMembers(db: Db, leagueId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('league_id', '=', leagueId)
    .orderBy('user_id')
    .execute()
  return rows.map((row) => row.user_id)
}

export async function listMentions(transaction: DbTransaction, { type, id }: Subject) {
  const rows = await selectMentions(transaction, type, [id])
  return rows.flatMap((row) => {
    const mention = toMention(row)
    return mention === null ? [] : [{ ...mention, createdAt: row.created_at }]
  })
}

/**
 * Stores the mentions of a text, and returns them in its order. Rejects with `invalid_input` if the league does not
 * have one that the text did not contain before.
 * @param stored the mentions before; undefined for a new text
 */
export async function saveMentions(
  transaction: DbTransaction,
  { leagueId, now }: Pick<FeedUser, 'leagueId' | 'now'>,
  subject: Subject,
  mentions: readonly Mention[],
  stored?: Awaited<ReturnType<typeof listMentions>>,
): Promise<StoredMention[]> {
  const known = new Map(stored?.map((mention) => [targetKey(mention), mention]))
  const added = mentions.filter((mention) => !known.has(targetKey(mention)))
  const season = await requireTargets(transaction, leagueId, added)
  const saved = sortRanges(mentions).map((mention) => {
    const { kind, id, start, length } = mention
    const { season: ofTeam = season, createdAt = now.getTime() } = known.get(targetKey(mention)) ?? {}
    return { kind, id, start, length, season: kind === 'team' ? ofTeam : null, createdAt }
  })
  const [table, column] = [tableOf(subject.type), columnOf(subject.type)]
  if (stored !== undefined) await transaction.deleteFrom(table).where(column, '=', subject.id).execute()
  const rows = saved.map(({ kind, id, createdAt, ...mention }) => ({
    [column]: subject.id,
    ...mention,
    user_id: kind === 'member' ? id : null,
    team_id: kind === 'team' ? id : null,
    created_at: createdAt,
  }))
  if (rows.length > 0) await transaction.insertInto(table).values(rows).execute()
  return saved
}

/** Returns the current season; null if there is none, or no team is mentioned. Rejects with `invalid_input`. */
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
    if (!userIds.every((id) => members.has(id))) throw mentionNotFound()
  }
  if (teamIds.length === 0) return null
  const newest = (await listNewestSeasons(transaction, [leagueId])).get(leagueId)
  const known = new Set(newest?.teams.map(({ teamId }) => teamId))
  if (newest === undefined || teamIds.some((id) => !known.has(id))) throw mentionNotFound()
  return newest.season
}

function mentionNotFound(): ApiError {
  const message = "Someone you mentioned isn't in this league anymore. Remove the mention and try again."
  return invalidField('mentions', message)
}

// The tables of items and comments have the same columns, but for the ID of what has the text.
const tableOf = (type: Subject['type']) => `${type}_mentions` as 'item_mentions'
const columnOf = (type: Subject['type']) => `${type}_id` as 'item_id'

const selectMentions = (db: Db, type: Subject['type'], ids: readonly number[]) =>
  db
    .selectFrom(tableOf(type))
    .select([`${columnOf(type)} as subjectId`, 'start', 'length'])
    .select(['user_id', 'season', 'team_id', 'created_at'])
    .where(isOneOf(db, columnOf(type), ids))
    .orderBy(columnOf(type))
    .orderBy('start')
    .execute()

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
  if (withMentions.size === 0) return new Map()
  const stored = (await selectMentions(db, type, [...withMentions.keys()])).flatMap((row) => {
    const mention = toMention(row)
    const isIn = mention !== null && isMentionRange(withMentions.get(row.subjectId) ?? '', mention)
    return isIn ? [{ ...mention, subjectId: row.subjectId }] : []
  })
  return Map.groupBy(stored, ({ subjectId }) => subjectId)
}

type MentionRow = TextRange & { user_id: number | null; season: number | null; team_id: number | null }

/** null if an archive did not contain the person. */
function toMention({ start, length, user_id, season, team_id }: MentionRow): StoredMention | null {
  if (user_id !== null) return { kind: 'member', id: user_id, start, length, season: null }
  return team_id === null ? null : { kind: 'team', id: team_id, start, length, season }
}
