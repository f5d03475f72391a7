import type {
  Comment,
  FeedItem,
  Media,
  Post,
  Proposal,
  Reactions,
  PostMedia as WirePostMedia,
} from '@fieldhouse/contract/feed-items'
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
import type { PostMedia } from '../media/post-media-store.ts'
import { presentMentions } from '../mentions/present.ts'
import type { PostDetails } from '../posts/post-read-store.ts'
import type { GivenReaction } from '../posts/reaction-store.ts'
import type { ProposalDetails, Voter } from '../proposals/proposal-store.ts'
import { canSeeContent, presentHidden, presentMuted } from './hidden-content.ts'
import type { FeedItemBase, Hidden } from './item-store.ts'

export type ItemDetails = PostDetails | ProposalDetails | MediaDetails

/** An item as loaded from the database, with user IDs instead of names. */
export type LoadedItem = Loaded<ItemDetails>

/** `preview`: the two newest comments, oldest first. */
type Loaded<Details> = FeedItemBase & Details & { preview: FeedComment[] }

/** The user who reads the feed, and the other data needed to present items. */
export type FeedViewContext = {
  userId: number
  /** Whether the user may delete items of other members, and see hidden ones. */
  canRunLeague: boolean
  /** The users whom the user has muted. */
  muted: ReadonlySet<number>
  league: string
  names: DisplayNames
  /** The user IDs of all members; empty if no text has mentions. */
  members: ReadonlySet<number>
  /** null for a league that was created on this server. */
  leagueImport: LeagueImport | null
  /** Returns the path of a linked page's picture; null when previews are turned off. */
  previewImage: ((url: string | null) => string | null) | null
  now: Date
}

/** The likes and votes of the user who reads the feed. */
export type ViewerMarks = {
  likedItems: ReadonlySet<number>
  /** Option IDs by the ID of the proposal. */
  votes: ReadonlyMap<number, number>
}

export function presentItem(item: LoadedItem, context: FeedViewContext, marks: ViewerMarks): FeedItem {
  if (!canSeeContent(item, context)) return presentHiddenItem(item, context, marks)
  switch (item.type) {
    case 'post':
      return presentPost(item, context, marks)
    case 'proposal':
      return presentProposal(item, context, marks)
    case 'media':
      return presentMedia(item, context, marks)
  }
}

/** What members get of a hidden item. Built from what they may see, so that no new field reveals its content. */
function presentHiddenItem(item: LoadedItem, context: FeedViewContext, marks: ViewerMarks): FeedItem {
  const base = presentItemBase(item, context, marks)
  switch (item.type) {
    case 'post':
      return { type: 'post', ...base, content: '' }
    case 'proposal':
      return {
        type: 'proposal',
        ...base,
        question: '',
        options: [],
        total: item.votes,
        anonymous: item.isAnonymous,
        my_vote: marks.votes.get(item.id) ?? null,
        ...presentClosing(item, context),
      }
    case 'media':
      return { type: 'media', ...base, kind: item.kind, url: '', content_type: '', width: null, height: null }
  }
}

export function presentComment(comment: FeedComment, context: FeedViewContext): Comment {
  const isVisible = canSeeContent(comment, context)
  return {
    id: comment.id,
    author: nameOf(comment.userId, context),
    body: isVisible ? comment.body : '',
    ...(isVisible ? presentMentions(comment.mentions, context.names, context.members) : {}),
    ...presentParent(comment.parent, context),
    created_at: new Date(comment.createdAt).toISOString(),
    can_delete: canDelete(comment, context),
    ...(isVisible
      ? presentEdits({ ...comment, isImported: comment.importedPersonId !== null }, context)
      : {}),
    ...(isVisible ? presentGiven(comment.reactions, context) : {}),
    ...presentHidden(comment.hidden, context),
    ...presentMuted(comment.userId, context),
    ...presentImport(comment.importedPersonId === null ? null : context.leagueImport),
  }
}

function presentParent(parent: FeedComment['parent'], context: FeedViewContext): Pick<Comment, 'reply_to'> {
  return parent === null ? {} : { reply_to: { id: parent.id, author: nameOf(parent.userId, context) } }
}

export function presentLike({ isLiked, likes }: Like) {
  return { liked: isLiked, likes_count: likes }
}

function presentPost(post: Loaded<PostDetails>, context: FeedViewContext, marks: ViewerMarks): Post {
  return {
    type: 'post',
    ...presentItemBase(post, context, marks),
    content: post.content,
    ...presentMentions(post.mentions, context.names, context.members),
    ...(post.media.length === 0 ? {} : { media: post.media.map((file) => presentPostMedia(file, context)) }),
    ...presentEdits(post, context),
    ...presentGiven(post.reactions, context),
    ...presentLinkPreview(post, context),
    ...(post.recap === null ? {} : { recap: presentRecap(post.recap) }),
  }
}

function presentLinkPreview(
  { linkPreview }: PostDetails,
  { previewImage }: FeedViewContext,
): Pick<Post, 'preview'> {
  if (linkPreview === null || previewImage === null) return {}
  const { url, title, description, siteName, imageUrl } = linkPreview
  return { preview: { url, title, description, site_name: siteName, image: previewImage(imageUrl) } }
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
  const { closes_at, closed } = presentClosing(proposal, context)
  const highest = flagHighest(counts)
  return {
    type: 'proposal',
    ...presentItemBase(proposal, context, marks),
    question: proposal.question,
    ...presentMentions(proposal.mentions, context.names, context.members),
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
    closes_at,
    closed,
    ...(proposal.rule === null ? {} : { rule: proposal.rule }),
  }
}

function presentClosing({ closesAt }: Pick<ProposalDetails, 'closesAt'>, { now }: FeedViewContext) {
  return {
    closes_at: closesAt === null ? null : new Date(closesAt).toISOString(),
    closed: isVotingClosed(closesAt, now),
  }
}

function presentMedia(media: Loaded<MediaDetails>, context: FeedViewContext, marks: ViewerMarks): Media {
  return {
    type: 'media',
    ...presentItemBase(media, context, marks),
    ...presentGiven(media.reactions, context),
    ...presentFile(media, context),
    ...(media.isInPost ? { caption: media.caption, alt_text: media.altText } : {}),
  }
}

function presentPostMedia(file: PostMedia, context: FeedViewContext): WirePostMedia {
  return { id: file.id, ...presentFile(file, context), caption: file.caption, alt_text: file.altText }
}

function presentFile(
  file: Pick<PostMedia, 'id' | 'kind' | 'contentType' | 'width' | 'height'>,
  { league }: FeedViewContext,
) {
  return {
    kind: file.kind,
    url: `/api/league/${encodeURIComponent(league)}/social/media/${file.id}/file`,
    content_type: file.contentType,
    width: file.width,
    height: file.height,
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
    ...presentHidden(item.hidden, context),
    ...presentMuted(item.userId, context),
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

type EditableText = TextState & {
  userId: number | null
  createdAt: number
  isImported: boolean
  hidden: Hidden | null
}

function presentEdits(
  text: EditableText,
  { userId, now }: FeedViewContext,
): Pick<Post, 'edited_at' | 'edit'> {
  const canEdit =
    text.hidden === null && text.userId === userId && !text.isImported && isEditable(text.createdAt, now)
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
