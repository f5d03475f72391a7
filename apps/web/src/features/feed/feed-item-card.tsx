import type { CardProps } from './card-props.ts'
import { MediaCard } from './media-card.tsx'
import { PostCard } from './post-card.tsx'
import { ProposalCard } from './proposal-card.tsx'

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
