import type { Comment, FeedItem, Proposal, Reactions } from '@fieldhouse/contract/feed-items'
import type { Db } from '../../../database/engine/database.ts'
import type { LeagueMemory } from '../../../database/engine/league-memory.ts'
import type { DisplayNameReader } from '../../../repositories/leagues/display-names.ts'
import { findLeagueImport, type LeagueImport } from '../../../repositories/leagues/league-import.ts'
import { listLeagueAdmins } from '../../../repositories/leagues/memberships.ts'
import { type FeedComment, findLikedItems } from '../comments/comment-read-store.ts'
import type { Discussed } from '../comments/discussed-store.ts'
import { hasTrade } from '../comments/trade-item-store.ts'
import { listMembers } from '../mentions/mention-store.ts'
import type { Mutes } from '../moderation/mute-store.ts'
import { slowModeStore } from '../moderation/slow-mode-store.ts'
import type { GivenReaction } from '../posts/reaction-store.ts'
import { findAnonymousVotes, type ProposalDetails } from '../proposals/proposal-store.ts'
import type { AnonymousVoteKeys } from '../proposals/vote-keys.ts'
import { type FeedItemBase, findFeedItem, findLeagueName, type ItemType } from './item-store.ts'
import type { FeedPageQuery } from './page-store.ts'
import {
  authorIdsIn,
  isPartlyHidden,
  type MentioningText,
  mentioningIn,
  peopleIn,
  reactorsOf,
  userIdsIn,
} from './people-in-items.ts'
import {
  type FeedViewContext,
  type LoadedItem,
  presentComment,
  presentItem,
  presentProposal,
  presentReactions,
  type ViewerMarks,
} from './present.ts'
import { loadItems, sharedFeed, withPreviews } from './shared-feed.ts'

/** The user who reads the feed, and the league it belongs to. */
export type FeedViewer = Omit<
  FeedViewContext,
  'names' | 'members' | 'leagueImport' | 'muted' | 'previewImage'
> & {
  leagueId: number
}

export type FeedPage = {
  items: FeedItem[]
  next: string | null
  /** null while slow mode is off. */
  slowMode: { seconds: number; nextAt: number | null } | null
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
  /** Lists all comments on an item or a trade, oldest first. Returns null when the league has no such item or trade. */
  listComments(viewer: FeedViewer, discussed: Discussed): Promise<Comment[] | null>
  /** A comment that the viewer wrote. */
  presentComment(viewer: FeedViewer, comment: FeedComment): Promise<Comment>
  presentReactions(viewer: FeedViewer, given: readonly GivenReaction[]): Promise<Reactions>
  /** A proposal for a viewer who has just voted. */
  presentVoted(
    viewer: FeedViewer,
    proposal: FeedItemBase & ProposalDetails,
    optionId: number,
  ): Promise<Proposal>
}

/** An item as members see it who neither wrote something in it nor run the league, and have muted nobody in it. */
export type SharedItem = {
  item: FeedItem
  /**
   * The item as others see it, by user ID: its author and those of its comments may delete what they wrote, others have
   * muted one of them, and league admins see what is hidden.
   */
  byViewer: ReadonlyMap<number, FeedItem>
}

/** Nobody has this user ID. */
const NOBODY = 0
/** For what the viewer wrote: nobody mutes themselves. */
const NO_MUTES: Mutes = new Map()
const NOBODY_MUTED: ReadonlySet<number> = new Set()
const NO_MARKS: ViewerMarks = { likedItems: new Set(), votes: new Map() }

interface Leagues {
  /** null for a league that was created on this server. */
  findImport(leagueId: number): Promise<LeagueImport | null>
  findName(leagueId: number): Promise<string>
  /** The user IDs of all members. */
  listMembers(leagueId: number): Promise<number[]>
}

/** What everyone sees is read once until it changes. Only the marks of a viewer are read for each of them. */
export function feedReader(
  db: Db,
  voteKeys: AnonymousVoteKeys,
  memory: LeagueMemory,
  names: DisplayNameReader,
  previewImage: FeedViewContext['previewImage'],
): FeedReader {
  const shared = memory.remember(sharedFeed(db), ['feed'])
  const leagues = memory.remember<Leagues>(
    {
      findImport: (leagueId) => findLeagueImport(db, leagueId),
      findName: (leagueId) => findLeagueName(db, leagueId),
      listMembers: (leagueId) => listMembers(db, leagueId),
    },
    ['league'],
  )

  return {
    async listPage(viewer, { limit, before, type }) {
      const { items, next } = await shared.listPage(viewer.leagueId, limit, before ?? '', type ?? '')
      return {
        items: await present(viewer, items),
        next,
        slowMode: await findSlowMode(viewer),
        closesAt: nextClosingTime(items, viewer.now),
      }
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
      const [context, mutes, admins] = await Promise.all([
        loadContext(viewer, userIdsIn([item]), mentioningIn([item])),
        shared.listMutes(leagueId),
        isPartlyHidden(item) ? listLeagueAdmins(db, leagueId) : ([] as number[]),
      ])
      const authors = authorIdsIn(item)
      const muters = [...mutes].filter(([, muted]) => authors.some((id) => muted.has(id))).map(([id]) => id)
      const presentTo = (userId: number) => {
        const muted = mutes.get(userId) ?? NOBODY_MUTED
        return presentItem(
          item,
          { ...context, userId, muted, canRunLeague: admins.includes(userId) },
          NO_MARKS,
        )
      }
      const viewers = new Set([...authors, ...muters, ...admins])
      return { item: presentTo(NOBODY), byViewer: new Map([...viewers].map((id) => [id, presentTo(id)])) }
    },

    async listComments(viewer, discussed) {
      const comments = await findComments(viewer, discussed)
      return comments === null ? null : presentComments(viewer, comments)
    },

    async presentComment(viewer, comment) {
      return presentComment(comment, await loadContext(viewer, peopleIn([comment]), [comment], NO_MUTES))
    },

    async presentReactions(viewer, given) {
      return presentReactions(given, await loadContext(viewer, reactorsOf([{ reactions: given }]), []))
    },

    async presentVoted(viewer, proposal, optionId) {
      const [item] = await withPreviews(db, [proposal])
      const [context, likedItems] = await Promise.all([
        loadContext(viewer, userIdsIn([item]), mentioningIn([item])),
        findLikedItems(db, likedIdsIn([item]), viewer.userId),
      ])
      return presentProposal(item, context, { likedItems, votes: new Map([[item.id, optionId]]) })
    },
  }

  async function findSlowMode(viewer: FeedViewer): Promise<FeedPage['slowMode']> {
    const seconds = await shared.getSlowMode(viewer.leagueId)
    if (seconds === 0) return null
    return { seconds, nextAt: await slowModeStore(db).findNextTime(viewer, seconds, viewer.now) }
  }

  async function findComments({ leagueId }: FeedViewer, discussed: Discussed): Promise<FeedComment[] | null> {
    if (discussed.type !== 'trade') return shared.listComments(leagueId, discussed.type, discussed.id)
    const { trade } = discussed
    const comments = await shared.listTradeComments(leagueId, trade.season, trade.id)
    return comments ?? ((await hasTrade(db, leagueId, trade)) ? [] : null)
  }

  async function presentComments(viewer: FeedViewer, comments: readonly FeedComment[]): Promise<Comment[]> {
    const context = await loadContext(viewer, peopleIn(comments), comments)
    return comments.map((comment) => presentComment(comment, context))
  }

  async function present(viewer: FeedViewer, items: readonly LoadedItem[]): Promise<FeedItem[]> {
    const [context, marks] = await Promise.all([
      loadContext(viewer, userIdsIn(items), mentioningIn(items)),
      loadMarks(viewer, items),
    ])
    return items.map((item) => presentItem(item, context, marks))
  }

  /** `texts`: those whose mentions are presented. */
  async function loadContext(
    viewer: FeedViewer,
    userIds: ReadonlySet<number>,
    texts: readonly MentioningText[],
    knownMutes: Mutes | null = null,
  ): Promise<FeedViewContext> {
    const { leagueId } = viewer
    const hasMentions = texts.some(({ mentions }) => mentions.length > 0)
    const [displayNames, members, leagueImport, mutes] = await Promise.all([
      // Includes the names of all members.
      names.load(leagueId, JSON.stringify([...userIds].sort((a, b) => a - b))),
      hasMentions ? leagues.listMembers(leagueId) : [],
      leagues.findImport(leagueId),
      knownMutes ?? shared.listMutes(leagueId),
    ])
    const muted = mutes.get(viewer.userId) ?? NOBODY_MUTED
    return { ...viewer, names: displayNames, members: new Set(members), leagueImport, muted, previewImage }
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

/** The IDs of the items that anybody likes. */
function likedIdsIn(items: readonly { id: number; likes: number }[]): number[] {
  return items.flatMap(({ id, likes }) => (likes === 0 ? [] : id))
}

function nextClosingTime(items: readonly LoadedItem[], now: Date): number | null {
  const times = items.flatMap((item) => (item.type === 'proposal' ? (item.closesAt ?? []) : []))
  const futureTimes = times.filter((time) => time > now.getTime())
  return futureTimes.length === 0 ? null : Math.min(...futureTimes)
}
