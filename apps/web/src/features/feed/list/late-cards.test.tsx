import { useRef } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { buildProposal } from '../../../testing/feed-fixtures.ts'
import { type FeedItem, itemKey } from '../use-feed.ts'
import { usePinnedItems } from './pinned-items.ts'

/** A feed whose cards may still be loading. */
function Feed({ items, hasCards }: { items: readonly FeedItem[]; hasCards: boolean }) {
  const section = useRef<HTMLElement>(null)
  usePinnedItems(section, 'Sunday', items, null)
  return (
    <section ref={section}>
      {items.map((item) => (
        <div key={itemKey(item)} data-key={itemKey(item)} style={{ height: 40 }}>
          {hasCards ? <article>Move the draft?</article> : null}
        </div>
      ))}
    </section>
  )
}

it('counts a pinned item as read whose card arrives after the feed', async () => {
  const items = [buildProposal({ pinned: true })]
  const { rerender } = await render(<Feed items={items} hasCards={false} />)
  await rerender(<Feed items={items} hasCards />)
  await expect
    .poll(() => localStorage.getItem('feed_pins_read:Sunday') ?? '')
    .toContain(`proposal-${items[0]?.id}:`)
})
