import type { Comment, FeedItem, Media, Post, Proposal, Reactions } from '@fieldhouse/contract/feed-items'
import { LEAGUE_AUTHOR } from '@fieldhouse/domain/league/display-names'
import { countReactions, REACTION_NAMES } from '@fieldhouse/domain/league/reactions'
import { editDeadline, isEditable } from '@fieldhouse/domain/league/text-edits'
import { flagHighest, isVotingClosed, toWholePercents } from '@fieldhouse/domain/league/voting'
import { presentImport } from '../../../http/presenters/present-import.ts'
import { presentRecapCard } from '../../../http/presenters/present-recap-card.ts'
import type { DisplayNames } from '../../../repositories/leagues/display-names.ts'
import type { LeagueImport } from '../../../repositories/leagues/league-import.ts'
import type { FeedComment, TextState } from '../comments/comment-read-store.ts'
import type { Like } from '../comments/comment-store.ts'
import type { MediaDetails } from '../media/media-item-store.ts'
import type { PostDetails } from '../posts/post-read-store.ts'
import type { GivenReaction } from '../posts/reaction-store.ts'
import type { ProposalDetails, Voter } from '../proposals/proposal-store.ts'
import type { FeedItemBase } from './item-store.ts'

export type ItemDetails = PostDetails | ProposalDetails | MediaDetails

/** An item as loaded from the database, with user IDs instead of names. */
export type LoadedItem = Loaded<ItemDetails>

/** `preview`: the two newest comments, oldest first. */
type Loaded<Details> = FeedItemBase & Details & { preview: FeedComment[] }

/** The user who reads the feed, and the other data needed to present items. */
export type FeedViewContext = {
  userId: number
  /** Whether the user may delete items of other members. */
  canRunLeague: boolean
  league: string
  names: DisplayNames
  /** null for a league that was created on this server. */
  leagueImport: LeagueImport | null
  now: Date
}

/** The likes and votes of the user who reads the feed. */
export type ViewerMarks = {
  likedItems: ReadonlySet<number>
  /** Option IDs by the ID of the proposal. */
  votes: ReadonlyMap<number, number>
}

export function presentItem(item: LoadedItem, context: FeedViewContext, marks: ViewerMarks): FeedItem {
  switch (item.type) {
    case 'post':
      return presentPost(item, context, marks)
    case 'proposal':
      return presentProposal(item, context, marks)
    case 'media':
      return presentMedia(item, context, marks)
  }
}

export function presentComment(comment: FeedComment, context: FeedViewContext): Comment {
  return {
    id: comment.id,
    author: nameOf(comment.userId, context),
    body: comment.body,
    created_at: new Date(comment.createdAt).toISOString(),
    can_delete: canDelete(comment, context),
    ...presentEdits({ ...comment, isImported: comment.importedPersonId !== null }, context),
    ...presentGiven(comment.reactions, context),
    ...presentImport(comment.importedPersonId === null ? null : context.leagueImport),
  }
}

export function presentLike({ isLiked, likes }: Like) {
  return { liked: isLiked, likes_count: likes }
}

function presentPost(post: Loaded<PostDetails>, context: FeedViewContext, marks: ViewerMarks): Post {
  return {
    type: 'post',
    ...presentItemBase(post, context, marks),
    content: post.content,
    ...presentEdits(post, context),
    ...presentGiven(post.reactions, context),
    ...(post.recap === null ? {} : { recap: presentRecap(post.recap) }),
  }
}

function presentRecap({ season, week, document }: NonNullable<PostDetails['recap']>): Post['recap'] {
  return { season, week, ...(document === null ? {} : { card: presentRecapCard(document) }) }
}

export function presentProposal(
  proposal: Loaded<ProposalDetails>,
  context: FeedViewContext,
  marks: ViewerMarks,
): Proposal {
  const counts = proposal.options.map((option) => option.votes)
  const percents = toWholePercents(counts)
  const closed = isVotingClosed(proposal.closesAt, context.now)
  const highest = flagHighest(counts)
  return {
    type: 'proposal',
    ...presentItemBase(proposal, context, marks),
    question: proposal.question,
    options: proposal.options.map((option, index) => ({
      id: option.id,
      text: option.text,
      percent: percents[index] ?? 0,
      voters: option.voters === null ? null : namesOf(option.voters, context),
      ...presentImportedVoters(option.voters ?? [], context),
      won: closed && highest[index] === true,
    })),
    total: proposal.votes,
    anonymous: proposal.isAnonymous,
    my_vote: marks.votes.get(proposal.id) ?? null,
    closes_at: proposal.closesAt === null ? null : new Date(proposal.closesAt).toISOString(),
    closed,
    ...(proposal.rule === null ? {} : { rule: proposal.rule }),
  }
}

function presentMedia(media: Loaded<MediaDetails>, context: FeedViewContext, marks: ViewerMarks): Media {
  return {
    type: 'media',
    ...presentItemBase(media, context, marks),
    ...presentGiven(media.reactions, context),
    kind: media.kind,
    url: `/api/league/${encodeURIComponent(context.league)}/social/media/${media.id}/file`,
    content_type: media.contentType,
    width: media.width,
    height: media.height,
  }
}

function presentItemBase(item: LoadedItem, context: FeedViewContext, { likedItems }: ViewerMarks) {
  return {
    id: item.id,
    version: item.version,
    user: item.userId === null ? LEAGUE_AUTHOR : nameOf(item.userId, context),
    by_league: item.userId === null,
    pinned: item.isPinned,
    created_at: new Date(item.createdAt).toISOString(),
    can_delete: canDelete(item, context),
    likes_count: item.likes,
    comments_count: item.comments,
    liked: likedItems.has(item.id),
    comments_preview: item.preview.map((comment) => presentComment(comment, context)),
    ...presentImport(item.isImported ? context.leagueImport : null),
  }
}

export function presentReactions(given: readonly GivenReaction[], context: FeedViewContext): Reactions {
  const named = given.map(({ userId, reaction }) => ({ reaction, name: nameOf(userId, context) }))
  const mine = new Set(given.filter(({ userId }) => userId === context.userId).map((each) => each.reaction))
  return {
    reactions: countReactions(named),
    my_reactions: REACTION_NAMES.filter((reaction) => mine.has(reaction)),
  }
}

function presentGiven(given: readonly GivenReaction[], context: FeedViewContext): Partial<Reactions> {
  return given.length === 0 ? {} : presentReactions(given, context)
}

type EditableText = TextState & { userId: number | null; createdAt: number; isImported: boolean }

function presentEdits(
  text: EditableText,
  { userId, now }: FeedViewContext,
): Pick<Post, 'edited_at' | 'edit'> {
  const canEdit = text.userId === userId && !text.isImported && isEditable(text.createdAt, now)
  const until = new Date(editDeadline(text.createdAt)).toISOString()
  return {
    ...(text.editedAt === null ? {} : { edited_at: new Date(text.editedAt).toISOString() }),
    ...(canEdit ? { edit: { until, version: text.textVersion } } : {}),
  }
}

function canDelete({ userId }: { userId: number | null }, context: FeedViewContext): boolean {
  return userId === context.userId || context.canRunLeague
}

function presentImportedVoters(voters: readonly Voter[], context: FeedViewContext) {
  const imported = voters.filter(({ isImported }) => isImported)
  return imported.length === 0 ? {} : { imported_voters: namesOf(imported, context) }
}

function namesOf(voters: readonly Voter[], context: FeedViewContext): string[] {
  return voters.map(({ userId }) => nameOf(userId, context)).sort(compareNames)
}

function nameOf(userId: number, { names }: FeedViewContext): string {
  return names.get(userId) ?? ''
}

function compareNames(a: string, b: string): number {
  return a.localeCompare(b, 'en')
}
