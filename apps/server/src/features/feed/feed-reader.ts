import type { Comment, FeedItem } from '@fieldhouse/contract/feed-items'
import type { Db } from '../../database/database.ts'
import type { Ballots } from './ballots.ts'
import { headOfItem, headPage, type ItemHead, type ItemType, type PageQuery } from './item-head.ts'
import { type MediumParts, mediumParts } from './medium-parts.ts'
import { namesOf } from './people.ts'
import { commentsOn, type PostParts, postParts } from './post-parts.ts'
import { presentComment, presentItem, type ReadItem, type Reading } from './present.ts'
import { type ProposalParts, proposalParts } from './proposal-parts.ts'

/** Who reads which league. */
export type Reader = Omit<Reading, 'names'> & { leagueId: number }

export type FeedPage = {
  items: FeedItem[]
  next: string | null
  /** When the first of its proposals closes; null when none will. */
  closesAt: number | null
}

export type FeedReader = ReturnType<typeof feedReader>

export function feedReader(db: Db, ballots: Ballots) {
  return {
    names: (userIds: readonly number[]) => namesOf(db, userIds),

    async page(reader: Reader, query: PageQuery): Promise<FeedPage> {
      const { heads, next } = await headPage(db, reader.leagueId, query)
      const read = await itemsOf(heads, reader.userId)
      const names = await namesOf(db, peopleIn(read))
      return {
        items: read.map((item) => presentItem(item, { ...reader, names })),
        next,
        closesAt: firstClosing(read, reader.now),
      }
    },

    /** null when the league has no such item. */
    async item<Type extends ItemType>(
      reader: Reader,
      type: Type,
      id: number,
    ): Promise<Extract<FeedItem, { type: Type }> | null> {
      const head = await headOfItem(db, reader.leagueId, type, id)
      const [item] = await itemsOf(head === null ? [] : [head], reader.userId)
      if (item === undefined) return null
      const names = await namesOf(db, peopleIn([item]))
      return presentItem(item, { ...reader, names }) as Extract<FeedItem, { type: Type }>
    },

    /** Every comment on a post, oldest first; null when the league has no such post. */
    async comments(reader: Reader, postId: number): Promise<Comment[] | null> {
      if ((await headOfItem(db, reader.leagueId, 'post', postId)) === null) return null
      const comments = await commentsOn(db, postId)
      const names = await namesOf(db, [...new Set(comments.map((comment) => comment.userId))])
      return comments.map((comment) => presentComment(comment, { ...reader, names }))
    },
  }

  /** The items of these heads, without those that were deleted in between. */
  async function itemsOf(heads: readonly ItemHead[], userId: number): Promise<ReadItem[]> {
    const idsOf = (type: ItemType) => heads.filter((head) => head.type === type).map((head) => head.id)
    const [posts, proposals, media] = await Promise.all([
      postParts(db, idsOf('post'), userId),
      proposalParts(db, idsOf('proposal'), userId, ballots),
      mediumParts(db, idsOf('media')),
    ])
    return heads.flatMap((head) => itemOf(head, posts, proposals, media))
  }
}

function itemOf(
  head: ItemHead,
  posts: ReadonlyMap<number, PostParts>,
  proposals: ReadonlyMap<number, ProposalParts>,
  media: ReadonlyMap<number, MediumParts>,
): ReadItem[] {
  const { id, type } = head
  switch (type) {
    case 'post':
      return withParts(posts.get(id), (parts) => ({ ...head, type, parts }))
    case 'proposal':
      return withParts(proposals.get(id), (parts) => ({ ...head, type, parts }))
    case 'media':
      return withParts(media.get(id), (parts) => ({ ...head, type, parts }))
  }
}

function withParts<Parts>(parts: Parts | undefined, item: (parts: Parts) => ReadItem): ReadItem[] {
  return parts === undefined ? [] : [item(parts)]
}

/** Everybody whose name an item shows. */
function peopleIn(items: readonly ReadItem[]): number[] {
  const people = items.flatMap((item) => {
    if (item.type === 'post') return [item.userId, ...item.parts.preview.map((comment) => comment.userId)]
    if (item.type === 'proposal')
      return [item.userId, ...item.parts.options.flatMap((option) => option.voters ?? [])]
    return [item.userId]
  })
  return [...new Set(people)].filter((person) => person !== null)
}

function firstClosing(items: readonly ReadItem[], now: Date): number | null {
  const times = items.flatMap((item) =>
    item.type === 'proposal' && item.parts.closesAt !== null && item.parts.closesAt > now.getTime()
      ? [item.parts.closesAt]
      : [],
  )
  return times.length === 0 ? null : Math.min(...times)
}
