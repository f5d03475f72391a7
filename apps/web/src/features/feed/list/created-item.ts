import { type RefObject, useEffect } from 'react'
import { findCard } from './pinned-items.ts'

/** How long a new item is highlighted. */
const HIGHLIGHT_MS = 2400

/** Scrolls to the item that the user has just created, once it is there, and highlights it. */
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

/** Whether the user is in a field of the form that has a text. */
export function isWritingIn(form: HTMLElement): boolean {
  const field = form.querySelector<HTMLInputElement | HTMLTextAreaElement>(
    'textarea:focus, input:not([type]):focus, input[type="text"]:focus',
  )
  return field !== null && field.value !== ''
}
