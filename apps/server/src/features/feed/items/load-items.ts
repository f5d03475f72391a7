import type { Selectable } from 'kysely'
import type { Db } from '../../../database/engine/database.ts'
import type { Database } from '../../../database/schema/schema.ts'
import { parseRecap } from '../../../repositories/recaps/stored-recap.ts'
import { loadPreviews } from '../comments/comment-store.ts'
import { loadMentions } from '../mentions/mention-store.ts'
import { loadReactions } from '../posts/reaction-store.ts'
import type { ItemType, StoredItem } from './item-store.ts'

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
    .select((eb) =>
      eb
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
        .as('rule'),
    )
    .$castTo<ItemRow>()
}

/** Returns undefined when the league has no item with this ID and type. */
export async function loadItem(
  db: Db,
  leagueId: number,
  type: ItemType,
  id: number,
): Promise<LoadedItem | undefined> {
  const item = selectItems(db)
    .where('item.league_id', '=', leagueId)
    .where('item.id', '=', id)
    .where('item.type', '=', type)
  return (await loadDetails(db, await item.execute()))[0]
}

/** An item with user IDs instead of names. `preview`: the two newest comments, oldest first. */
export type LoadedItem = Awaited<ReturnType<typeof loadDetails>>[number]

/** Adds what other tables have about items: files, options with their voters, reactions, mentions and comments. */
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
