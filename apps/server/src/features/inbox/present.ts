import type { InboxItem, listInbox } from '@fieldhouse/contract/inbox'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { InboxPosition, StoredItem } from './store.ts'

/** @param limit the size of a page; more items mean that there is another one */
export function presentInbox(items: readonly StoredItem[], limit: number): ResponseOf<typeof listInbox> {
  const page = items.slice(0, limit)
  const last = items.length > limit ? page.at(-1) : undefined
  return {
    items: page.map(presentItem),
    next: last === undefined ? null : `${last.at.getTime()}-${last.id}`,
  }
}

export function parsePosition(text: string | undefined): InboxPosition | null {
  const [at, id] = (text ?? '').split('-').map(Number)
  return at === undefined || id === undefined ? null : { at, id }
}

function presentItem({ at, isRead, target, ...stored }: StoredItem): InboxItem {
  const { tab, season = null, week = null, game = null, view = null, transaction = null, item } = target
  return {
    ...stored,
    at: at.toISOString(),
    is_read: isRead,
    target: {
      tab,
      season,
      week,
      game,
      view,
      post: item === undefined ? transaction : `${item.type}-${item.id}`,
    },
  }
}
