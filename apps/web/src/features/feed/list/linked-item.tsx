import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useRouter } from '../../../router/router.ts'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import ui from '../../../ui/ui.module.css'
import type { FeedItem, ItemType, LinkedFeedItem } from '../use-feed.ts'
import { focusCard } from './item-links.ts'

type Props = {
  type: ItemType
  query: UseQueryResult<LinkedFeedItem>
  /** Renders the item as a card. */
  children: (item: FeedItem) => ReactNode
}

/** The item that the address names, above a feed that has not loaded it. */
export function LinkedItem({ type, query, children }: Props) {
  const router = useRouter()
  return (
    <section className={ui.stack12} aria-label="Linked item">
      <Loaded query={query} name="the linked item" rows={1} height={120}>
        {({ item }) =>
          item === null ? (
            <Notice tone="warn">{REMOVED_TEXTS[type]}</Notice>
          ) : (
            <FocusedCard>{children(item)}</FocusedCard>
          )
        }
      </Loaded>
      <div>
        <Button onClick={() => router.navigate({ post: null })}>Show the whole feed</Button>
      </div>
    </section>
  )
}

/** Moves the focus to the card when it appears. */
function FocusedCard({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => focusCard(frame.current?.querySelector('article') ?? null), [])
  return <div ref={frame}>{children}</div>
}

const REMOVED_TEXTS: Record<ItemType, string> = {
  post: 'This post was removed.',
  proposal: 'This proposal was removed.',
  media: 'This upload was removed.',
}
