import type { ItemType } from '../use-feed.ts'

/** Shows the card of an item in the middle of the screen, and moves the focus to it. */
export function focusCard(card: HTMLElement | null): void {
  card?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'center' })
}

/** Parses the key of an item, such as 'post-12'; null for anything else. */
export function parseItemKey(key: string | null): { type: ItemType; id: number } | null {
  const [, type, id] = /^(post|proposal|media)-(\d{1,9})$/.exec(key ?? '') ?? []
  return type === undefined ? null : { type: type as ItemType, id: Number(id) }
}
