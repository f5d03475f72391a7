import { useEffect, useRef } from 'react'

/**
 * Moves the focus to the heading of each new screen, so that screen readers announce it and keyboard
 * navigation starts at its top. `screen` identifies the screen; null while it is unknown. The first screen
 * of a visit does not move the focus.
 */
export function useHeadingFocus(screen: string | null): void {
  const lastScreen = useRef<string | null>(null)
  useEffect(() => {
    const previous = lastScreen.current
    if (screen === null || screen === previous) return
    lastScreen.current = screen
    return previous === null ? undefined : focusHeadingWhenReady()
  }, [screen])
}

/** Excludes hidden headings and the heading of the loading screen. */
function isScreenHeading(heading: HTMLHeadingElement): boolean {
  return heading.checkVisibility() && heading.closest('[role="status"]') === null
}

/** Focuses the heading once it renders, unless the user moves the focus first. Returns a cleanup function. */
function focusHeadingWhenReady(): () => void {
  const initialFocus = document.activeElement
  const tryFocus = () => {
    const focused = document.activeElement
    if (focused !== initialFocus && focused !== document.body) return true
    const heading = [...document.querySelectorAll('h1')].find(isScreenHeading)
    if (heading === undefined) return false
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    return true
  }
  const observer = new MutationObserver(() => {
    if (tryFocus()) observer.disconnect()
  })
  if (!tryFocus()) {
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] })
  }
  return () => observer.disconnect()
}
