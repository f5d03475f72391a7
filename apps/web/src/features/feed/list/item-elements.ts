import { type RefObject, useEffect, useRef } from 'react'
import type { ItemType } from '../use-feed.ts'

const HIGHLIGHT_MS = 2400

/** Parses the key of an item, such as 'post-12'; null for anything else. */
export function parseItemKey(key: string | null): { type: ItemType; id: number } | null {
  const [, type, id] = /^(post|proposal|media)-(\d{1,9})$/.exec(key ?? '') ?? []
  return type === undefined ? null : { type: type as ItemType, id: Number(id) }
}

export function findCard(section: HTMLElement | null, key: string): HTMLElement | null {
  return section?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] > article`) ?? null
}

export function focusCard(card: HTMLElement | null): void {
  card?.focus({ preventScroll: true })
  card?.scrollIntoView({ block: 'center' })
}

/** Scrolls to the item that the address names, once for each address. */
export function useLinkedItem(section: RefObject<HTMLElement | null>, post: string | null): void {
  const found = useRef<string | null>(null)
  useEffect(() => {
    if (post === null) found.current = null
    if (post === null || found.current === post) return
    const card = findCard(section.current, post)
    if (card === null) return
    found.current = post
    focusCard(card)
  })
}

export function useCreatedItem(
  section: RefObject<HTMLElement | null>,
  key: string | null,
  onShown: () => void,
): void {
  useEffect(() => {
    const card = key === null ? null : findCard(section.current, key)
    if (card === null) return
    // With reduced motion, the page jumps, and the highlight does not fade.
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    card.scrollIntoView({ block: 'start', behavior: isStill ? 'instant' : 'smooth' })
    card.animate(
      { boxShadow: ['0 0 0 3px var(--accent)', '0 0 0 3px transparent'] },
      { duration: HIGHLIGHT_MS, easing: isStill ? 'step-end' : 'ease-in' },
    )
    onShown()
  })
}

/** Whether any part of the form is on screen. A page does not scroll away from what the user reads further down. */
export function isOnScreen(form: HTMLElement): boolean {
  const { top, bottom } = form.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

export function isWritingIn(form: HTMLElement): boolean {
  const field = form.querySelector<HTMLInputElement | HTMLTextAreaElement>(
    'textarea:focus, input:not([type]):focus, input[type="text"]:focus',
  )
  return field !== null && field.value !== ''
}
