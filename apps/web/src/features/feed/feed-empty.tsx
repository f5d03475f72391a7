import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { FeedFilter } from './use-feed.ts'

const EMPTY_TEXTS: Record<FeedFilter, readonly [text: string, hint: string]> = {
  all: ['Nothing here yet.', 'Say something to the league, ask it a question or share a picture above.'],
  post: ['No posts yet.', 'Write the first one above, under Post.'],
  proposal: ['No proposals yet.', 'Ask the league something above, under Proposal.'],
  media: ['No images or videos yet.', 'Share some above, under Media, or drop them on this page.'],
}

export function FeedEmpty({ filter }: { filter: FeedFilter }) {
  const [text, hint] = EMPTY_TEXTS[filter]
  return (
    <Card>
      <EmptyState hint={hint}>{text}</EmptyState>
    </Card>
  )
}
