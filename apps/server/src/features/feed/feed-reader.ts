import type { Comment, FeedItem, FeedQuery, Reactions } from '@fieldhouse/contract/feed/items'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Db } from '../../database/engine/database.ts'
import { findLeagueImport } from '../../repositories/league-sources.ts'
import { listLeagueAdmins } from '../../repositories/memberships.ts'
import {
  type Discussed,
  type FeedComment,
  findDiscussed,
  hasTrade,
  listItemComments,
} from './comment-store.ts'
import { type FeedUser, findFeedItem, findLikedItems, type ItemType } from './items.ts'
import { listMembers, type StoredMention } from './mentions.ts'
import { listLeagueMutes, type Mutes } from './mutes.ts'
import type { GivenReaction } from './posts.ts'
import {
  type FeedViewContext,
  type LoadedItem,
  loadDetails,
  loadItem,
  presentComment,
  presentItem,
  presentReactions,
  selectItems,
} from './present.ts'
import { findAnonymousVotes } from './proposals.ts'
import { findNextTime, readSlowMode } from './slow-mode.ts'

export type FeedContext = Pick<Context, 'db' | 'memory' | 'names' | 'images' | 'linkPreviews'> & {
  settings: Pick<Context['settings'], 'secretKey'>
}

type Viewer = Omit<FeedUser, 'username'>

function shared<Value>(
  { db, memory }: FeedContext,
  leagueId: number,
  key: readonly (string | number)[],
  read: (db: Db) => Promise<Value>,
): Promise<Value> {
  return memory.get(leagueId, ['feed'], `feed ${JSON.stringify(key)}`, () => read(db))
}

export function readMembers({ db, memory }: FeedContext, leagueId: number): Promise<number[]> {
  return memory.get(leagueId, ['league'], 'members', () => listMembers(db, leagueId))
}

/** `closesAt`: when the next proposal on the page closes, in milliseconds since 1970; null when none will. */
export async function listPage(ctx: FeedContext, viewer: Viewer, query: z.output<typeof FeedQuery>) {
  const { leagueId, now } = viewer
  const { limit, before = '', type = '' } = query
  const { items, next } = await shared(ctx, leagueId, ['page', limit, before, type], async (db) => {
    const { rows, next } = await listFeedItems(db, leagueId, query)
    return { items: await loadDetails(db, rows), next }
  })
  const times = items.flatMap((item) => (item.type === 'proposal' ? (item.closes_at ?? []) : []))
  const futureTimes = times.filter((time) => time > now.getTime())
  return {
    items: await present(ctx, viewer, items),
    next,
    ...(await presentSlowMode(ctx, viewer)),
    closesAt: futureTimes.length === 0 ? null : Math.min(...futureTimes),
  }
}

const FIRST_CURSOR = '2.0.0'

/**
 * Pinned items first, then newest first. Keyset pagination: the cursor is the sort key of the last item, so every page
 * costs the same no matter how old it is.
 */
async function listFeedItems(
  db: Db,
  leagueId: number,
  { limit, before = FIRST_CURSOR, type }: z.output<typeof FeedQuery>,
) {
  const [isPinned = 0, createdAt = 0, id = 0] = before.split('.').map(Number)
  const all = selectItems(db)
    .where('item.league_id', '=', leagueId)
    .where(sql<boolean>`is_listed = 1`)
    .where(sql<boolean>`(item.is_pinned, item.created_at, item.id) < (${isPinned}, ${createdAt}, ${id})`)
  const rows = await (type === undefined ? all : all.where('item.type', '=', type))
    .orderBy('item.is_pinned', 'desc')
    .orderBy('item.created_at', 'desc')
    .orderBy('item.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  const next = last === undefined ? null : [last.is_pinned, last.created_at, last.id].join('.')
  return { rows: page, next }
}

async function presentSlowMode(ctx: FeedContext, viewer: Viewer) {
  const { leagueId } = viewer
  const seconds = await shared(ctx, leagueId, ['slow mode'], (db) => readSlowMode(db, leagueId))
  if (seconds === 0) return {}
  const nextAt = await findNextTime(ctx.db, viewer, seconds, 'text')
  return { slow_mode: { seconds, next_at: nextAt === null ? null : new Date(nextAt).toISOString() } }
}

export async function findItem<Type extends ItemType>(
  ctx: FeedContext,
  viewer: Viewer,
  type: Type,
  id: number,
): Promise<Extract<FeedItem, { type: Type }> | null> {
  const item = await loadItem(ctx.db, viewer.leagueId, type, id)
  return item === undefined ? null : presentOne<Type>(ctx, viewer, item)
}

export async function presentOne<Type extends ItemType>(ctx: FeedContext, viewer: Viewer, item: LoadedItem) {
  const [presented] = await present(ctx, viewer, [item])
  return presented as Extract<FeedItem, { type: Type }>
}

const NOBODY = 0

/**
 * An item without the marks of a viewer, for events: as members see it who neither wrote something in it nor run the
 * league, and have muted nobody in it. `byViewer` is the item as others see it, by user ID: its author and those of its
 * comments may delete what they wrote, others have muted one of them, and league admins see what is hidden. Returns
 * null when there is none.
 */
export async function findShared(
  ctx: FeedContext,
  leagueId: number,
  type: ItemType,
  id: number,
  now: Date,
): Promise<{ item: FeedItem; byViewer: ReadonlyMap<number, FeedItem> } | null> {
  const { db, memory } = ctx
  const item = await loadItem(db, leagueId, type, id)
  if (item === undefined) return null
  const league = await memory.get(leagueId, ['league'], 'name', () => findLeagueName(db, leagueId))
  const viewer = { leagueId, league, userId: NOBODY, canRunLeague: false, now }
  const isPartlyHidden = [item, ...item.preview].some(({ hidden_at }) => hidden_at !== null)
  const [context, mutes, admins] = await Promise.all([
    loadContext(ctx, viewer, peopleInItem(item), textsIn([item])),
    readMutes(ctx, leagueId),
    isPartlyHidden ? listLeagueAdmins(db, leagueId) : ([] as number[]),
  ])
  const authors = [item, ...item.preview].flatMap(({ user_id }) => user_id ?? [])
  const muters = [...mutes]
    .filter(([, muted]) => authors.some((each) => muted.has(each)))
    .map(([each]) => each)
  const marks = { likedItems: new Set<number>(), votes: new Map<number, number>() }
  const presentTo = (userId: number) => {
    const muted = mutes.get(userId) ?? new Set<number>()
    return presentItem(item, { ...context, ...marks, userId, muted, canRunLeague: admins.includes(userId) })
  }
  const viewers = new Set([...authors, ...muters, ...admins])
  return { item: presentTo(NOBODY), byViewer: new Map([...viewers].map((each) => [each, presentTo(each)])) }
}

async function findLeagueName(db: Db, leagueId: number): Promise<string> {
  const row = await db.selectFrom('leagues').select('name').where('id', '=', leagueId).executeTakeFirst()
  return row?.name ?? ''
}

/** Lists all comments on an item or a trade, oldest first. Returns null when the league has no such item or trade. */
export async function listDiscussion(
  ctx: FeedContext,
  viewer: Viewer,
  discussed: Discussed,
): Promise<Comment[] | null> {
  const { leagueId } = viewer
  const isTrade = discussed.type === 'trade'
  const key = isTrade ? ['trade', discussed.trade.season, discussed.trade.id] : [discussed.type, discussed.id]
  let comments = await shared(ctx, leagueId, ['comments', ...key], async (db) => {
    const itemId = await findDiscussed(db, leagueId, discussed)
    const item = await findFeedItem(db, leagueId, discussed.type, itemId ?? 0)
    return item === undefined ? null : listItemComments(db, item.id)
  })
  // Nobody has commented on the trade.
  if (comments === null && isTrade && (await hasTrade(ctx.db, leagueId, discussed.trade))) comments = []
  if (comments === null) return null
  const context = await loadContext(ctx, viewer, comments.flatMap(peopleInComment), comments)
  return comments.map((comment) => presentComment(comment, context))
}

export async function presentOwnComment(
  ctx: FeedContext,
  viewer: Viewer,
  comment: FeedComment,
): Promise<Comment> {
  const mutes: Mutes = new Map() // Nobody mutes themselves.
  return presentComment(comment, await loadContext(ctx, viewer, peopleInComment(comment), [comment], mutes))
}

export async function presentGivenReactions(
  ctx: FeedContext,
  viewer: Viewer,
  given: readonly GivenReaction[],
): Promise<Reactions> {
  const people = given.map(({ user_id }) => user_id)
  return presentReactions(given, await loadContext(ctx, viewer, people, []))
}

async function present(ctx: FeedContext, viewer: Viewer, items: readonly LoadedItem[]): Promise<FeedItem[]> {
  const [context, marks] = await Promise.all([
    loadContext(ctx, viewer, items.flatMap(peopleInItem), textsIn(items)),
    loadMarks(ctx, viewer, items),
  ])
  return items.map((item) => presentItem(item, { ...context, ...marks }))
}

type MentioningText = { mentions: readonly StoredMention[] }

async function loadContext(
  ctx: FeedContext,
  viewer: Viewer,
  userIds: readonly (number | null)[],
  texts: readonly MentioningText[],
  knownMutes: Mutes | Promise<Mutes> = readMutes(ctx, viewer.leagueId),
): Promise<FeedViewContext> {
  const { db, memory, images, linkPreviews } = ctx
  const { leagueId } = viewer
  const ids = new Set(userIds.filter((userId) => userId !== null))
  const hasMentions = texts.some(({ mentions }) => mentions.length > 0)
  const [names, members, leagueImport, mutes] = await Promise.all([
    // Includes the names of all members.
    ctx.names.load(leagueId, JSON.stringify([...ids].sort((a, b) => a - b))),
    hasMentions ? readMembers(ctx, leagueId) : [],
    memory.get(leagueId, ['league'], 'import', () => findLeagueImport(db, leagueId)),
    knownMutes,
  ])
  return {
    ...viewer,
    names,
    members: new Set(members),
    leagueImport,
    muted: mutes.get(viewer.userId) ?? new Set(),
    previewImage: linkPreviews === null ? null : (url) => images.ofLinkImage(url),
  }
}

function readMutes(ctx: FeedContext, leagueId: number): Promise<Mutes> {
  return shared(ctx, leagueId, ['mutes'], (db) => listLeagueMutes(db, leagueId))
}

async function loadMarks({ db, settings }: FeedContext, { userId }: Viewer, items: readonly LoadedItem[]) {
  const liked = items.flatMap(({ id, likes_count }) => (likes_count === 0 ? [] : id))
  const proposals = items.filter((item) => item.type === 'proposal')
  const anonymous = proposals.filter(({ ballot_key }) => ballot_key !== null)
  const [likedItems, votes] = await Promise.all([
    findLikedItems(db, liked, userId),
    findAnonymousVotes(
      db,
      anonymous.map(({ id }) => id),
      userId,
      settings.secretKey,
    ),
  ])
  for (const { id, options } of proposals) {
    const option = options.find((each) => each.votes.some(({ user_id }) => user_id === userId))
    if (option !== undefined) votes.set(id, option.id)
  }
  return { likedItems, votes }
}

function textsIn(items: readonly LoadedItem[]): MentioningText[] {
  return items.flatMap((item) => [item, ...item.preview])
}

function peopleInItem(item: LoadedItem): (number | null)[] {
  const others = [...item.reactions, ...item.options.flatMap(({ votes }) => votes)]
  return [
    item.user_id,
    item.hidden_by,
    ...item.preview.flatMap(peopleInComment),
    ...others.map(({ user_id }) => user_id),
  ]
}

function peopleInComment({ user_id, parent_user_id, reactions, hidden_by }: FeedComment): (number | null)[] {
  return [user_id, parent_user_id, hidden_by, ...reactions.map((each) => each.user_id)]
}
