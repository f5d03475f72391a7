import type {
  Comment,
  FeedItem,
  Media,
  Mentions,
  Post,
  Proposal,
  Reactions,
} from '@fieldhouse/contract/feed/items'
import { LEAGUE_AUTHOR } from '@fieldhouse/domain/league/display-names'
import { countReactions, REACTION_NAMES } from '@fieldhouse/domain/league/reactions'
import { editDeadline, isEditable } from '@fieldhouse/domain/league/text-edits'
import { flagHighest, isVotingClosed, toWholePercents } from '@fieldhouse/domain/league/voting'
import { presentImport } from '../../../http/presenters/present-import.ts'
import { presentRecapCard } from '../../../http/presenters/present-recap-card.ts'
import type { DisplayNames } from '../../../repositories/leagues/display-names.ts'
import type { LeagueImport } from '../../../repositories/leagues/league-import.ts'
import type { FeedComment, TextState } from '../comments/comment-store.ts'
import type { MediaDetails } from '../media/media-store.ts'
import type { StoredMention } from '../mentions/mention-store.ts'
import type { PostDetails, PostMedia } from '../posts/post-store.ts'
import type { GivenReaction } from '../posts/reaction-store.ts'
import type { ProposalDetails, Voter } from '../proposals/proposal-store.ts'
import type { FeedItemBase, FeedUser } from './item-store.ts'

export type ItemDetails = PostDetails | ProposalDetails | MediaDetails

/** An item as loaded from the database, with user IDs instead of names. */
export type LoadedItem = Loaded<ItemDetails>

/** `preview`: the two newest comments, oldest first. */
type Loaded<Details> = FeedItemBase & Details & { preview: FeedComment[] }

/** The user who reads the feed, and the other data needed to present items. */
export type FeedViewContext = Omit<FeedUser, 'leagueId' | 'username'> & {
  /** The users whom the user has muted. */
  muted: ReadonlySet<number>
  names: DisplayNames
  /** The user IDs of all members; empty if no text has mentions. */
  members: ReadonlySet<number>
  /** null for a league that was created on this server. */
  leagueImport: LeagueImport | null
  /** Returns the path of a linked page's picture; null when previews are turned off. */
  previewImage: ((url: string | null) => string | null) | null
}

/** The likes and votes of the user who reads the feed. */
export type ViewerMarks = {
  likedItems: ReadonlySet<number>
  /** Option IDs by the ID of the proposal. */
  votes: ReadonlyMap<number, number>
}

type ItemContext = FeedViewContext & ViewerMarks

export function presentItem(item: LoadedItem, context: ItemContext): FeedItem {
  if (!canSeeContent(item, context)) return presentHiddenItem(item, context)
  switch (item.type) {
    case 'post':
      return presentPost(item, context)
    case 'proposal':
      return presentProposal(item, context)
    case 'media':
      return presentMedia(item, context)
  }
}

/** What members get of a hidden item. Built from what they may see, so that no new field reveals its content. */
function presentHiddenItem(item: LoadedItem, context: ItemContext): FeedItem {
  const base = presentItemBase(item, context)
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
        my_vote: context.votes.get(item.id) ?? null,
        ...presentClosing(item, context),
      }
    case 'media':
      return { type: 'media', ...base, kind: item.kind, url: '', content_type: '', width: null, height: null }
  }
}

/** Whether a user gets the content of something: only its author and league admins do while it is hidden. */
export function canSeeContent(
  { hidden, userId }: Pick<FeedItemBase, 'hidden' | 'userId'>,
  viewer: { userId: number; canRunLeague: boolean },
): boolean {
  return hidden === null || viewer.canRunLeague || userId === viewer.userId
}

export function presentComment(comment: FeedComment, context: FeedViewContext): Comment {
  const { parent } = comment
  const isVisible = canSeeContent(comment, context)
  return {
    id: comment.id,
    author: nameOf(comment.userId, context),
    body: isVisible ? comment.body : '',
    created_at: toIso(comment.createdAt),
    can_delete: canDelete(comment, context),
    ...(parent === null ? {} : { reply_to: { id: parent.id, author: nameOf(parent.userId, context) } }),
    ...(isVisible
      ? {
          ...presentMentions(comment.mentions, context),
          ...presentEdits(comment, context),
          ...presentGiven(comment.reactions, context),
        }
      : {}),
    ...presentState(comment, context),
  }
}

/** Whether something is hidden or imported, and its author muted. Only league admins see who has hidden it. */
function presentState(
  { hidden, userId, isImported }: Pick<FeedItemBase, 'hidden' | 'userId' | 'isImported'>,
  { canRunLeague, names, muted, leagueImport }: FeedViewContext,
): Pick<Comment, 'hidden' | 'muted' | 'imported'> {
  const byId = canRunLeague ? (hidden?.byId ?? null) : null
  const by = byId === null ? {} : { by: names.get(byId) ?? '' }
  return {
    ...(hidden === null ? {} : { hidden: { reason: hidden.reason, at: toIso(hidden.at), ...by } }),
    ...(userId !== null && muted.has(userId) ? { muted: true } : {}),
    ...presentImport(isImported ? leagueImport : null),
  }
}

/** No field without any. Mentions of people who are not members any more are left out. */
function presentMentions(
  mentions: readonly StoredMention[],
  { names, members }: FeedViewContext,
): { mentions?: Mentions } {
  const presented = mentions.flatMap(({ kind, id, start, length, season }): Mentions => {
    if (kind === 'team') return season === null ? [] : [{ kind, id, season, start, length }]
    const name = names.get(id)
    return name === undefined || !members.has(id) ? [] : [{ kind, id, name, start, length }]
  })
  return presented.length === 0 ? {} : { mentions: presented }
}

function presentPost(post: Loaded<PostDetails>, context: ItemContext): Post {
  return {
    type: 'post',
    ...presentItemBase(post, context),
    content: post.content,
    ...presentMentions(post.mentions, context),
    ...(post.media.length === 0 ? {} : { media: post.media.map(presentPostMedia) }),
    ...presentEdits(post, context),
    ...presentGiven(post.reactions, context),
    ...presentLinkPreview(post, context),
    ...(post.recap === null ? {} : { recap: presentRecap(post.recap) }),
  }

  function presentPostMedia(file: PostMedia) {
    return { id: file.id, ...presentFile(file, context), caption: file.caption, alt_text: file.altText }
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

export function presentProposal(proposal: Loaded<ProposalDetails>, context: ItemContext): Proposal {
  const counts = proposal.options.map((option) => option.votes)
  const percents = toWholePercents(counts)
  const { closes_at, closed } = presentClosing(proposal, context)
  const highest = flagHighest(counts)
  return {
    type: 'proposal',
    ...presentItemBase(proposal, context),
    question: proposal.question,
    ...presentMentions(proposal.mentions, context),
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
    my_vote: context.votes.get(proposal.id) ?? null,
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

function presentMedia(media: Loaded<MediaDetails>, context: ItemContext): Media {
  return {
    type: 'media',
    ...presentItemBase(media, context),
    ...presentGiven(media.reactions, context),
    ...presentFile(media, context),
    ...(media.isInPost ? { caption: media.caption, alt_text: media.altText } : {}),
  }
}

type File = Pick<PostMedia, 'id' | 'kind' | 'contentType' | 'width' | 'height'>

function presentFile({ id, kind, contentType, width, height }: File, { league }: FeedViewContext) {
  return { kind, url: pathOfFile(league, id), content_type: contentType, width, height }
}

export function pathOfFile(league: string, id: number): string {
  return `/api/league/${encodeURIComponent(league)}/social/media/${id}/file`
}

function presentItemBase(item: LoadedItem, context: ItemContext) {
  return {
    id: item.id,
    version: item.version,
    user: item.userId === null ? LEAGUE_AUTHOR : nameOf(item.userId, context),
    by_league: item.userId === null,
    pinned: item.isPinned,
    created_at: toIso(item.createdAt),
    can_delete: canDelete(item, context),
    likes_count: item.likes,
    comments_count: item.comments,
    liked: context.likedItems.has(item.id),
    comments_preview: item.preview.map((comment) => presentComment(comment, context)),
    ...presentState(item, context),
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

type EditableText = TextState & Pick<FeedItemBase, 'userId' | 'createdAt' | 'isImported' | 'hidden'>

function presentEdits(
  { userId, createdAt, editedAt, textVersion, isImported, hidden }: EditableText,
  viewer: FeedViewContext,
): Pick<Post, 'edited_at' | 'edit'> {
  const isOwn = userId === viewer.userId && !isImported && hidden === null
  return {
    ...(editedAt === null ? {} : { edited_at: toIso(editedAt) }),
    ...(isOwn && isEditable(createdAt, viewer.now)
      ? { edit: { until: toIso(editDeadline(createdAt)), version: textVersion } }
      : {}),
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
  return voters.map(({ userId }) => nameOf(userId, context)).sort((a, b) => a.localeCompare(b, 'en'))
}

const nameOf = (userId: number, { names }: FeedViewContext) => names.get(userId) ?? ''

export const toIso = (time: number | Date) => new Date(time).toISOString()
