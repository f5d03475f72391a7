import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { FeedFilter } from './use-feed.ts'

const EMPTY_TEXTS: Record<FeedFilter, readonly [text: string, hint: string]> = {
  all: ['Nothing here yet.', 'Write a post, ask the league a question, or share a photo above.'],
  post: ['No posts yet.', 'Write the first one in the Post tab above.'],
  proposal: ['No proposals yet.', 'Ask the league a question in the Proposal tab above.'],
  media: [
    'No images or videos yet.',
    'Share some in the Media tab above, or drop them anywhere on this page.',
  ],
}

export function FeedEmpty({ filter }: { filter: FeedFilter }) {
  const [text, hint] = EMPTY_TEXTS[filter]
  return (
    <Card>
      <EmptyState hint={hint}>{text}</EmptyState>
    </Card>
  )
}
