import type * as contract from '@fieldhouse/contract/feed/items'
import { LEAGUE_AUTHOR } from '@fieldhouse/domain/league/display-names'
import { countReactions, REACTION_NAMES } from '@fieldhouse/domain/league/reactions'
import { editDeadline, isEditable } from '@fieldhouse/domain/league/text-links'
import { flagHighest, isVotingClosed, toWholePercents } from '@fieldhouse/domain/league/voting'
import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Db } from '../../database/engine/database.ts'
import type { Database } from '../../database/schema/schema.ts'
import { presentImport, presentRecapCard } from '../../http/to-wire.ts'
import type { LeagueImport } from '../../repositories/league-sources.ts'
import type { DisplayNames } from '../../repositories/memberships.ts'
import { parseRecap } from '../../repositories/weekly-results.ts'
import { type FeedComment, loadPreviews } from './comment-store.ts'
import type { FeedUser, ItemType, StoredItem } from './items.ts'
import { loadMentions, type StoredMention } from './mentions.ts'
import { type GivenReaction, loadReactions } from './posts.ts'

type Columns<Table extends keyof Database, Name extends keyof Database[Table]> = Pick<
  Selectable<Database[Table]>,
  Name & keyof Selectable<Database[Table]>
>

type OrNull<Row> = { [Name in keyof Row]: Row[Name] | null }

/** `season` and `week`: those of the recap that the post is. `url`: of the page that it links to. */
type PostRow = { type: 'post'; text_version: number } & Columns<'feed_posts', 'content' | 'edited_at'> &
  OrNull<Columns<'recaps', 'season' | 'week' | 'document' | 'rewrite'>> &
  OrNull<Columns<'link_previews', 'url' | 'title' | 'description' | 'site_name' | 'image_url'>>

/** `rule`: the section of the rules in force that it has become; null without one. */
type ProposalRow = { type: 'proposal'; rule: number | null } & Columns<
  'feed_proposals',
  'question' | 'closes_at' | 'ballot_key' | 'votes_count'
>

type MediaRow = { type: 'media' } & Columns<
  'feed_media',
  'post_id' | 'kind' | 'content_type' | 'width' | 'height' | 'caption' | 'alt_text'
>

type ItemRow = StoredItem & { likes_count: number; comments_count: number } & (
    | PostRow
    | ProposalRow
    | MediaRow
  )

/** Feed items with the columns of their types. Those of other types are null. */
export function selectItems(db: Db) {
  return db
    .selectFrom('feed_items as item')
    .leftJoin('feed_posts as post', 'post.item_id', 'item.id')
    .leftJoin('feed_proposals as proposal', 'proposal.item_id', 'item.id')
    .leftJoin('feed_media as media', 'media.item_id', 'item.id')
    .leftJoin('recaps as recap', 'recap.post_id', 'item.id')
    .leftJoin('post_links as link', (join) =>
      join.onRef('link.post_id', '=', 'item.id').on('link.is_removed', '=', 0),
    )
    .leftJoin('link_previews as page', 'page.url_key', 'link.url_key')
    .selectAll('item')
    .select(({ fn }) => [
      fn.coalesce('post.likes_count', 'proposal.likes_count', 'media.likes_count').as('likes_count'),
      fn
        .coalesce('post.comments_count', 'proposal.comments_count', 'media.comments_count')
        .as('comments_count'),
    ])
    .select(['post.content', 'post.edited_at', 'post.version as text_version'])
    .select(['recap.season', 'recap.week', 'recap.document', 'recap.rewrite'])
    .select(['page.url', 'page.title', 'page.description', 'page.site_name', 'page.image_url'])
    .select(['proposal.question', 'proposal.closes_at', 'proposal.ballot_key', 'proposal.votes_count'])
    .select(['media.post_id', 'media.kind', 'media.content_type', 'media.width', 'media.height'])
    .select(['media.caption', 'media.alt_text'])
    .select((eb) => ruleOf(eb).as('rule'))
    .$castTo<ItemRow>()
}

/** Proposals alone. A vote reads one while others wait for it, and a database plans this faster than all joins. */
function selectProposals(db: Db) {
  return db
    .selectFrom('feed_items as item')
    .innerJoin('feed_proposals as proposal', 'proposal.item_id', 'item.id')
    .selectAll('item')
    .select(['proposal.likes_count', 'proposal.comments_count'])
    .select(['proposal.question', 'proposal.closes_at', 'proposal.ballot_key', 'proposal.votes_count'])
    .select((eb) => ruleOf(eb).as('rule'))
    .$castTo<ItemRow>()
}

function ruleOf(eb: ExpressionBuilder<Database & { item: Database['feed_items'] }, 'item'>) {
  return eb
    .selectFrom('rule_sections as rule')
    .select('rule.section')
    .whereRef('rule.proposal_id', '=', 'item.id')
    .where('rule.version', '=', (inner) =>
      inner
        .selectFrom('rule_versions as newest')
        .select(({ fn }) => fn.max('newest.version').as('version'))
        .whereRef('newest.league_id', '=', 'rule.league_id'),
    )
    .orderBy('rule.position')
    .limit(1)
}

export async function loadItem(
  db: Db,
  leagueId: number,
  type: ItemType,
  id: number,
): Promise<LoadedItem | undefined> {
  const key = { 'item.league_id': leagueId, 'item.id': id, 'item.type': type }
  const rows =
    type === 'proposal'
      ? await selectProposals(db)
          .where((eb) => eb.and(key))
          .execute()
      : await selectItems(db)
          .where((eb) => eb.and(key))
          .execute()
  return (await loadDetails(db, rows))[0]
}

/** An item with user IDs instead of names. `preview`: the two newest comments, oldest first. */
export type LoadedItem = Awaited<ReturnType<typeof loadDetails>>[number]

export async function loadDetails(db: Db, rows: readonly ItemRow[]) {
  const idsOf = (...types: ItemType[]) => rows.filter(({ type }) => types.includes(type)).map(({ id }) => id)
  const withPublicVotes = rows.flatMap((row) =>
    row.type === 'proposal' && row.ballot_key === null ? row.id : [],
  )
  const texts = rows.flatMap((row) =>
    row.type === 'media' ? [] : { id: row.id, text: row.type === 'post' ? row.content : row.question },
  )
  const discussed = rows.flatMap(({ id, comments_count }) => (comments_count === 0 ? [] : id))
  const [files, options, votes, reactions, mentions, previews] = await Promise.all([
    listFiles(db, idsOf('post')),
    listOptions(db, idsOf('proposal')),
    listVotes(db, withPublicVotes),
    loadReactions(db, 'item', idsOf('post', 'media')),
    loadMentions(db, 'item', texts),
    loadPreviews(db, discussed),
  ])
  const votesFor = Map.groupBy(votes, ({ option_id }) => option_id)
  return rows.map((row) => ({
    ...row,
    files: files.filter(({ post_id }) => post_id === row.id),
    options: options
      .filter(({ proposal_id }) => proposal_id === row.id)
      .map((option) => ({ ...option, votes: votesFor.get(option.id) ?? [] })),
    reactions: reactions.get(row.id) ?? [],
    mentions: mentions.get(row.id) ?? [],
    preview: previews.get(row.id) ?? [],
    /** null for recaps of 0.1.0, too. */
    card: row.type === 'post' ? parseRecap(row.document, row.rewrite) : null,
  }))
}

async function listFiles(db: Db, posts: readonly number[]) {
  if (posts.length === 0) return []
  return db
    .selectFrom('feed_media')
    .select(['post_id', 'item_id as id', 'kind', 'content_type', 'width', 'height', 'caption', 'alt_text'])
    .where('post_id', 'in', posts)
    .orderBy('position')
    .execute()
}

/** In the author's order. */
async function listOptions(db: Db, proposals: readonly number[]) {
  if (proposals.length === 0) return []
  return db
    .selectFrom('proposal_options')
    .select(['id', 'proposal_id', 'text', 'votes_count'])
    .where('proposal_id', 'in', proposals)
    .orderBy('position')
    .execute()
}

async function listVotes(db: Db, proposals: readonly number[]) {
  if (proposals.length === 0) return []
  return db
    .selectFrom('proposal_votes')
    .select(['option_id', 'user_id', 'imported_person_id'])
    .where('proposal_id', 'in', proposals)
    .orderBy('user_id')
    .execute()
}

export type FeedViewContext = Omit<FeedUser, 'leagueId' | 'username'> & {
  muted: ReadonlySet<number>
  names: DisplayNames
  /** The user IDs of all members; empty if no text has mentions. */
  members: ReadonlySet<number>
  leagueImport: LeagueImport | null
  /** Returns the path of a linked page's picture; null when previews are turned off. */
  previewImage: ((url: string | null) => string | null) | null
}

type ViewerMarks = {
  likedItems: ReadonlySet<number>
  /** Option IDs by the ID of the proposal. */
  votes: ReadonlyMap<number, number>
}

type ItemContext = FeedViewContext & ViewerMarks

type LoadedPost = Extract<LoadedItem, { type: 'post' }>
type LoadedProposal = Extract<LoadedItem, { type: 'proposal' }>

/** What members get of a hidden item is built from what they may see, so that no new field reveals its content. */
export function presentItem(item: LoadedItem, context: ItemContext): contract.FeedItem {
  const base = presentItemBase(item, context)
  const isVisible = canSeeContent(item, context)
  switch (item.type) {
    case 'post':
      return { type: 'post', ...base, ...(isVisible ? presentPost(item, context) : { content: '' }) }
    case 'proposal':
      return {
        type: 'proposal',
        ...base,
        total: item.votes_count,
        anonymous: item.ballot_key !== null,
        my_vote: context.votes.get(item.id) ?? null,
        closes_at: item.closes_at === null ? null : toIso(item.closes_at),
        closed: isVotingClosed(item.closes_at, context.now),
        ...(isVisible ? presentProposal(item, context) : { question: '', options: [] }),
      }
    case 'media':
      return {
        type: 'media',
        ...base,
        ...(isVisible
          ? {
              ...presentFile(item, context),
              ...presentGiven(item.reactions, context),
              ...(item.post_id === null ? {} : { caption: item.caption, alt_text: item.alt_text }),
            }
          : { kind: item.kind, url: '', content_type: '', width: null, height: null }),
      }
  }
}

/** Whether a user gets the content of something: only its author and league admins do while it is hidden. */
export function canSeeContent(
  { hidden_at, user_id }: Pick<StoredItem, 'hidden_at' | 'user_id'>,
  viewer: { userId: number; canRunLeague: boolean },
): boolean {
  return hidden_at === null || viewer.canRunLeague || user_id === viewer.userId
}

export function presentComment(comment: FeedComment, context: FeedViewContext): contract.Comment {
  const { parent_id, parent_user_id } = comment
  const isVisible = canSeeContent(comment, context)
  return {
    id: comment.id,
    author: nameOf(comment.user_id, context),
    body: isVisible ? comment.body : '',
    created_at: toIso(comment.created_at),
    can_delete: canDelete(comment, context),
    ...(parent_id === null || parent_user_id === null
      ? {}
      : { reply_to: { id: parent_id, author: nameOf(parent_user_id, context) } }),
    ...(isVisible && {
      ...presentMentions(comment.mentions, context),
      ...presentEdits(comment, comment.version, context),
      ...presentGiven(comment.reactions, context),
    }),
    ...presentState(comment, context),
  }
}

type Moderated = Pick<
  StoredItem,
  'user_id' | 'imported_person_id' | 'hidden_at' | 'hidden_by' | 'hidden_reason'
>

/** Whether something is hidden or imported, and its author muted. Only league admins see who has hidden it. */
function presentState(
  { hidden_at, hidden_by, hidden_reason, user_id, imported_person_id }: Moderated,
  { canRunLeague, names, muted, leagueImport }: FeedViewContext,
): Pick<contract.Comment, 'hidden' | 'muted' | 'imported'> {
  const by = canRunLeague && hidden_by !== null ? { by: names.get(hidden_by) ?? '' } : {}
  return {
    ...(hidden_at === null ? {} : { hidden: { reason: hidden_reason ?? '', at: toIso(hidden_at), ...by } }),
    ...(user_id !== null && muted.has(user_id) ? { muted: true } : {}),
    ...presentImport(imported_person_id === null ? null : leagueImport),
  }
}

/** No field without any. Mentions of people who are not members any more are left out. */
function presentMentions(mentions: readonly StoredMention[], { names, members }: FeedViewContext) {
  const presented = mentions.flatMap(({ kind, id, start, length, season }): contract.Mentions => {
    if (kind === 'team') return season === null ? [] : [{ kind, id, season, start, length }]
    const name = names.get(id)
    return name === undefined || !members.has(id) ? [] : [{ kind, id, name, start, length }]
  })
  return presented.length === 0 ? {} : { mentions: presented }
}

function presentPost(post: LoadedPost, context: ItemContext) {
  const media = post.files.map(({ id, caption, alt_text, ...file }) => ({
    id,
    ...presentFile({ id, ...file }, context),
    caption,
    alt_text,
  }))
  return {
    content: post.content,
    ...presentMentions(post.mentions, context),
    ...(media.length === 0 ? {} : { media }),
    ...presentEdits(post, post.text_version, context),
    ...presentGiven(post.reactions, context),
    ...presentLinkPreview(post, context),
    ...presentRecap(post),
  }
}

/** No field without a page, until it is fetched, and once the author has removed the preview. */
function presentLinkPreview(
  { url, title, description, site_name, image_url }: LoadedPost,
  { previewImage }: FeedViewContext,
): Pick<contract.Post, 'preview'> {
  if (url === null || title === null || site_name === null || previewImage === null) return {}
  return { preview: { url, title, description, site_name, image: previewImage(image_url) } }
}

function presentRecap({ season, week, card }: LoadedPost): Pick<contract.Post, 'recap'> {
  if (season === null || week === null) return {}
  return { recap: { season, week, ...(card === null ? {} : { card: presentRecapCard(card) }) } }
}

function presentProposal(
  { options, question, mentions, ballot_key, closes_at, rule }: LoadedProposal,
  context: ItemContext,
): Pick<contract.Proposal, 'question' | 'mentions' | 'options' | 'rule'> {
  const counts = options.map((option) => option.votes_count)
  const percents = toWholePercents(counts)
  const highest = flagHighest(counts)
  const isClosed = isVotingClosed(closes_at, context.now)
  const namesOf = (votes: readonly { user_id: number }[]) =>
    votes.map(({ user_id }) => nameOf(user_id, context)).sort((a, b) => a.localeCompare(b, 'en'))
  return {
    question,
    ...presentMentions(mentions, context),
    options: options.map(({ id, text, votes }, index) => {
      const imported = votes.filter(({ imported_person_id }) => imported_person_id !== null)
      return {
        id,
        text,
        percent: percents[index] ?? 0,
        voters: ballot_key === null ? namesOf(votes) : null,
        ...(imported.length === 0 ? {} : { imported_voters: namesOf(imported) }),
        won: isClosed && highest[index] === true,
      }
    }),
    ...(rule === null ? {} : { rule }),
  }
}

type File = Pick<contract.Media, 'id' | 'kind' | 'content_type' | 'width' | 'height'>

function presentFile({ id, kind, content_type, width, height }: File, { league }: FeedViewContext) {
  return { kind, url: pathOfFile(league, id), content_type, width, height }
}

export function pathOfFile(league: string, id: number): string {
  return `/api/league/${encodeURIComponent(league)}/social/media/${id}/file`
}

function presentItemBase(item: LoadedItem, context: ItemContext) {
  const { id, version, user_id, likes_count, comments_count } = item
  return {
    id,
    version,
    user: user_id === null ? LEAGUE_AUTHOR : nameOf(user_id, context),
    by_league: user_id === null,
    pinned: item.is_pinned === 1,
    created_at: toIso(item.created_at),
    can_delete: canDelete(item, context),
    likes_count,
    comments_count,
    liked: context.likedItems.has(id),
    comments_preview: item.preview.map((comment) => presentComment(comment, context)),
    ...presentState(item, context),
  }
}

export function presentReactions(
  given: readonly GivenReaction[],
  context: FeedViewContext,
): contract.Reactions {
  const named = given.map(({ user_id, reaction }) => ({ reaction, name: nameOf(user_id, context) }))
  const mine = new Set(given.filter(({ user_id }) => user_id === context.userId).map((each) => each.reaction))
  return {
    reactions: countReactions(named),
    my_reactions: REACTION_NAMES.filter((reaction) => mine.has(reaction)),
  }
}

function presentGiven(
  given: readonly GivenReaction[],
  context: FeedViewContext,
): Partial<contract.Reactions> {
  return given.length === 0 ? {} : presentReactions(given, context)
}

type EditableText = Pick<StoredItem, 'user_id' | 'created_at' | 'imported_person_id' | 'hidden_at'> & {
  edited_at: number | null
}

function presentEdits(
  { user_id, created_at, edited_at, imported_person_id, hidden_at }: EditableText,
  version: number,
  viewer: FeedViewContext,
): Pick<contract.Post, 'edited_at' | 'edit'> {
  const isOwn = user_id === viewer.userId && imported_person_id === null && hidden_at === null
  return {
    ...(edited_at === null ? {} : { edited_at: toIso(edited_at) }),
    ...(isOwn && isEditable(created_at, viewer.now)
      ? { edit: { until: toIso(editDeadline(created_at)), version } }
      : {}),
  }
}

function canDelete({ user_id }: { user_id: number | null }, context: FeedViewContext): boolean {
  return user_id === context.userId || context.canRunLeague
}

const nameOf = (userId: number, { names }: FeedViewContext) => names.get(userId) ?? ''

export const toIso = (time: number | Date) => new Date(time).toISOString()
