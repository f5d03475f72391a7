import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import type { FeedFilter } from './use-feed.ts'

const TEXTS: Record<FeedFilter, readonly [text: string, hint: string]> = {
  all: ['Nothing here yet.', 'Say something to the league, ask it a question or share a picture above.'],
  post: ['No posts yet.', 'Write the first one above, under Post.'],
  proposal: ['No proposals yet.', 'Ask the league something above, under Proposal.'],
  media: ['No images or videos yet.', 'Share some above, under Media, or drop them on this page.'],
}

export function FeedEmpty({ filter }: { filter: FeedFilter }) {
  const [text, hint] = TEXTS[filter]
  return (
    <Card>
      <Empty hint={hint}>{text}</Empty>
    </Card>
  )
}
