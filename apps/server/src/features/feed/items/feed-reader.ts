import type { Comment, FeedItem, Proposal, Reactions } from '@fieldhouse/contract/feed-items'
import type { Db } from '../../../database/engine/database.ts'
import type { LeagueMemory } from '../../../database/engine/league-memory.ts'
import type { DisplayNameReader } from '../../../repositories/leagues/display-names.ts'
import { findLeagueImport, type LeagueImport } from '../../../repositories/leagues/league-import.ts'
import {
  type FeedComment,
  findLikedItems,
  listItemComments,
  loadPreviews,
} from '../comments/comment-read-store.ts'
import { findTrade, hasTrade, type TradeKey } from '../comments/trade-item-store.ts'
import { loadMediaDetails } from '../media/media-item-store.ts'
import { loadPostDetails } from '../posts/post-read-store.ts'
import type { GivenReaction } from '../posts/reaction-store.ts'
import {
  findAnonymousVotes,
  loadProposalDetails,
  type ProposalDetails,
  type ProposalOption,
} from '../proposals/proposal-store.ts'
import type { AnonymousVoteKeys } from '../proposals/vote-keys.ts'
import { type FeedItemBase, findFeedItem, findLeagueName, type ItemType } from './item-store.ts'
import { type FeedPageQuery, listFeedItems } from './page-store.ts'
import {
  type FeedViewContext,
  type ItemDetails,
  type LoadedItem,
  presentComment,
  presentItem,
  presentProposal,
  presentReactions,
  type ViewerMarks,
} from './present.ts'

/** The user who reads the feed, and the league it belongs to. */
export type FeedViewer = Omit<FeedViewContext, 'names' | 'leagueImport'> & { leagueId: number }

export type FeedPage = {
  items: FeedItem[]
  next: string | null
  /** When the next proposal on the page closes, in milliseconds since 1970; null when none will. */
  closesAt: number | null
}

export interface FeedReader {
  listPage(viewer: FeedViewer, query: FeedPageQuery): Promise<FeedPage>
  /** Returns null when the league has no item with this ID and type. */
  findItem<Type extends ItemType>(
    viewer: FeedViewer,
    type: Type,
    id: number,
  ): Promise<Extract<FeedItem, { type: Type }> | null>
  /** An item without the marks of a viewer, for events. Returns null when there is none. */
  findShared(leagueId: number, type: ItemType, id: number, now: Date): Promise<SharedItem | null>
  /** Lists all comments on an item, oldest first. Returns null when the league has no such item. */
  listComments(viewer: FeedViewer, type: ItemType, id: number): Promise<Comment[] | null>
  /** Lists all comments on a trade, oldest first. Returns null when the league has no such trade. */
  listTradeComments(viewer: FeedViewer, trade: TradeKey): Promise<Comment[] | null>
  presentComment(viewer: FeedViewer, comment: FeedComment): Promise<Comment>
  presentReactions(viewer: FeedViewer, given: readonly GivenReaction[]): Promise<Reactions>
  /** A proposal for a viewer who has just voted. */
  presentVoted(
    viewer: FeedViewer,
    proposal: FeedItemBase & ProposalDetails,
    optionId: number,
  ): Promise<Proposal>
}

/** An item as members see it who neither wrote something in it nor run the league. */
export type SharedItem = {
  item: FeedItem
  /** The item as its author and the authors of its comments see it, by user ID: they may delete what they wrote. */
  byAuthor: ReadonlyMap<number, FeedItem>
}

/** Nobody has this user ID. */
const NOBODY = 0
const NO_MARKS: ViewerMarks = { likedItems: new Set(), votes: new Map() }

/** What everyone in a league sees of its feed. */
interface SharedFeed {
  /** `before` and `type` are empty without one. */
  listPage(
    leagueId: number,
    limit: number,
    before: string,
    type: ItemType | '',
  ): Promise<{ items: LoadedItem[]; next: string | null }>
  /** All comments on an item, oldest first; null when the league has no such item. */
  listComments(leagueId: number, type: ItemType, id: number): Promise<FeedComment[] | null>
  /** All comments on a trade, oldest first; null when nobody has commented on it. */
  listTradeComments(leagueId: number, season: number, id: string): Promise<FeedComment[] | null>
}

interface Leagues {
  /** null for a league that was created on this server. */
  findImport(leagueId: number): Promise<LeagueImport | null>
  findName(leagueId: number): Promise<string>
}

/** What everyone sees is read once until it changes. Only the marks of a viewer are read for each of them. */
export function feedReader(
  db: Db,
  voteKeys: AnonymousVoteKeys,
  memory: LeagueMemory,
  names: DisplayNameReader,
): FeedReader {
  const shared = memory.remember(sharedFeed(db), ['feed'])
  const leagues = memory.remember<Leagues>(
    {
      findImport: (leagueId) => findLeagueImport(db, leagueId),
      findName: (leagueId) => findLeagueName(db, leagueId),
    },
    ['league'],
  )

  return {
    async listPage(viewer, { limit, before, type }) {
      const { items, next } = await shared.listPage(viewer.leagueId, limit, before ?? '', type ?? '')
      return { items: await present(viewer, items), next, closesAt: nextClosingTime(items, viewer.now) }
    },

    async findItem<Type extends ItemType>(viewer: FeedViewer, type: Type, id: number) {
      const feedItem = await findFeedItem(db, viewer.leagueId, type, id)
      const items = feedItem === null ? [] : await loadItems(db, [feedItem])
      const [item] = await present(viewer, items)
      return (item ?? null) as Extract<FeedItem, { type: Type }> | null
    },

    async findShared(leagueId, type, id, now) {
      const feedItem = await findFeedItem(db, leagueId, type, id)
      const [item] = feedItem === null ? [] : await loadItems(db, [feedItem])
      if (item === undefined) return null
      const league = await leagues.findName(leagueId)
      const viewer = { leagueId, league, userId: NOBODY, canRunLeague: false, now }
      const context = await loadContext(viewer, userIdsIn([item]))
      const presentTo = (userId: number) => presentItem(item, { ...context, userId }, NO_MARKS)
      const authors = authorIdsIn(item)
      return { item: presentTo(NOBODY), byAuthor: new Map(authors.map((id) => [id, presentTo(id)])) }
    },

    async listComments(viewer, type, id) {
      const comments = await shared.listComments(viewer.leagueId, type, id)
      return comments === null ? null : presentComments(viewer, comments)
    },

    async listTradeComments(viewer, trade) {
      const { leagueId } = viewer
      const comments = await shared.listTradeComments(leagueId, trade.season, trade.id)
      if (comments === null && !(await hasTrade(db, leagueId, trade))) return null
      return presentComments(viewer, comments ?? [])
    },

    async presentComment(viewer, comment) {
      return presentComment(comment, await loadContext(viewer, peopleIn([comment])))
    },

    async presentReactions(viewer, given) {
      return presentReactions(given, await loadContext(viewer, reactorsOf([{ reactions: given }])))
    },

    async presentVoted(viewer, proposal, optionId) {
      const [item] = await withPreviews(db, [proposal])
      const [context, likedItems] = await Promise.all([
        loadContext(viewer, userIdsIn([item])),
        findLikedItems(db, likedIdsIn([item]), viewer.userId),
      ])
      return presentProposal(item, context, { likedItems, votes: new Map([[item.id, optionId]]) })
    },
  }

  async function presentComments(viewer: FeedViewer, comments: readonly FeedComment[]): Promise<Comment[]> {
    const context = await loadContext(viewer, peopleIn(comments))
    return comments.map((comment) => presentComment(comment, context))
  }

  async function present(viewer: FeedViewer, items: readonly LoadedItem[]): Promise<FeedItem[]> {
    const [context, marks] = await Promise.all([
      loadContext(viewer, userIdsIn(items)),
      loadMarks(viewer, items),
    ])
    return items.map((item) => presentItem(item, context, marks))
  }

  async function loadContext(viewer: FeedViewer, userIds: ReadonlySet<number>): Promise<FeedViewContext> {
    const { leagueId } = viewer
    const [displayNames, leagueImport] = await Promise.all([
      names.load(leagueId, JSON.stringify([...userIds].sort((a, b) => a - b))),
      leagues.findImport(leagueId),
    ])
    return { ...viewer, names: displayNames, leagueImport }
  }

  /** The likes and votes of the viewer. */
  async function loadMarks({ userId }: FeedViewer, items: readonly LoadedItem[]): Promise<ViewerMarks> {
    const proposals = items.filter((item) => item.type === 'proposal')
    const anonymousIds = proposals.filter(({ isAnonymous }) => isAnonymous).map(({ id }) => id)
    const [likedItems, votes] = await Promise.all([
      findLikedItems(db, likedIdsIn(items), userId),
      findAnonymousVotes(db, anonymousIds, userId, voteKeys),
    ])
    for (const { id, options } of proposals) {
      const optionId = options.find(({ voters }) => voters?.some((voter) => voter.userId === userId))?.id
      if (optionId !== undefined) votes.set(id, optionId)
    }
    return { likedItems, votes }
  }
}

function sharedFeed(db: Db): SharedFeed {
  return {
    async listPage(leagueId, limit, before, type) {
      const query = { limit, ...(before === '' ? {} : { before }), ...(type === '' ? {} : { type }) }
      const { feedItems, next } = await listFeedItems(db, leagueId, query)
      return { items: await loadItems(db, feedItems), next }
    },

    async listComments(leagueId, type, id) {
      const item = await findFeedItem(db, leagueId, type, id)
      return item === null ? null : listItemComments(db, id)
    },

    async listTradeComments(leagueId, season, id) {
      const itemId = await findTrade(db, leagueId, { season, id })
      return itemId === null ? null : listItemComments(db, itemId)
    },
  }
}

/** Adds the details to feed items. Skips items that were deleted since they were listed. */
async function loadItems(db: Db, feedItems: readonly FeedItemBase[]): Promise<LoadedItem[]> {
  const idsOf = (type: ItemType) => feedItems.filter((item) => item.type === type).map((item) => item.id)
  const [posts, proposals, media] = await Promise.all([
    loadPostDetails(db, idsOf('post')),
    loadProposalDetails(db, idsOf('proposal')),
    loadMediaDetails(db, idsOf('media')),
  ])
  const details = new Map<number, ItemDetails>([...posts, ...proposals, ...media])
  const items = feedItems.flatMap((item) => {
    const itemDetails = details.get(item.id)
    return itemDetails === undefined ? [] : [{ ...item, ...itemDetails }]
  })
  return withPreviews(db, items)
}

/** Adds the newest comments to items. */
async function withPreviews<Items extends readonly { id: number; comments: number }[]>(db: Db, items: Items) {
  const discussed = items.flatMap(({ id, comments }) => (comments === 0 ? [] : id))
  const previews = await loadPreviews(db, discussed)
  return items.map((item) => ({ ...item, preview: previews.get(item.id) ?? [] })) as {
    [Index in keyof Items]: Items[Index] & { preview: FeedComment[] }
  }
}

/** The IDs of the items that anybody likes. */
function likedIdsIn(items: readonly { id: number; likes: number }[]): number[] {
  return items.flatMap(({ id, likes }) => (likes === 0 ? [] : id))
}

/** The users who wrote the item, or one of the comments in its preview. */
function authorIdsIn(item: LoadedItem): number[] {
  const authors = authorsOf(item.preview)
  return [...(item.userId === null ? authors : authors.add(item.userId))]
}

/** The IDs of all users whose names the items show. */
function userIdsIn(items: readonly LoadedItem[]): Set<number> {
  const userIds = items.flatMap((item) => [
    item.userId,
    ...peopleIn(item.preview),
    ...(item.type === 'proposal' ? votersOf(item.options) : reactorsOf([item])),
  ])
  return new Set(userIds.filter((userId) => userId !== null))
}

function votersOf(options: readonly ProposalOption[]): number[] {
  return options.flatMap(({ voters }) => voters?.map((voter) => voter.userId) ?? [])
}

/** Who wrote the comments or reacted to them. */
function peopleIn(comments: readonly FeedComment[]): Set<number> {
  return new Set([...authorsOf(comments), ...reactorsOf(comments)])
}

function reactorsOf(subjects: readonly { reactions: readonly GivenReaction[] }[]): Set<number> {
  return new Set(subjects.flatMap(({ reactions }) => reactions.map(({ userId }) => userId)))
}

function authorsOf(comments: readonly FeedComment[]): Set<number> {
  return new Set(comments.map((comment) => comment.userId))
}

function nextClosingTime(items: readonly LoadedItem[], now: Date): number | null {
  const times = items.flatMap((item) => (item.type === 'proposal' ? (item.closesAt ?? []) : []))
  const futureTimes = times.filter((time) => time > now.getTime())
  return futureTimes.length === 0 ? null : Math.min(...futureTimes)
}
