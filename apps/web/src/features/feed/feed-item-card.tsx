import { MediaCard } from './media-card.tsx'
import { PostCard } from './post-card.tsx'
import { ProposalCard } from './proposal-card.tsx'
import type { FeedItem } from './use-feed.ts'

export type CardProps<Item extends FeedItem = FeedItem> = {
  item: Item
  league: string
  /** The display name of the reader. */
  user: string
  canPin: boolean
  now: Date
  /** Told when the reader has pinned something, or unpinned it. */
  onPinned: () => void
  /** Told which item the reader deletes, before it goes. */
  onDelete: (key: string) => void
  /** Told which image or video is to be shown large. */
  onOpen: (key: string) => void
}

export function FeedItemCard({ item, ...props }: CardProps) {
  switch (item.type) {
    case 'post':
      return <PostCard item={item} {...props} />
    case 'proposal':
      return <ProposalCard item={item} {...props} />
    case 'media':
      return <MediaCard item={item} {...props} />
  }
}
