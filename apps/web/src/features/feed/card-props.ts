import type { FeedItem } from './use-feed.ts'

/** The props of every feed card. */
export type CardProps<Item extends FeedItem = FeedItem> = {
  item: Item
  league: string
  /** The display name of the current user. */
  user: string
  canPin: boolean
  now: Date
  /** Called after the user pins or unpins the item. */
  onPinned: () => void
  /** Called with the item's key before the item is deleted. */
  onDelete: (key: string) => void
  /** Opens the image or video with this key in the viewer. */
  onOpen: (key: string) => void
}
