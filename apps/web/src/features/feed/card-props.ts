import type { FeedItem } from './use-feed.ts'

/** What every card of the feed is shown with. */
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
