import { useEffect, useRef } from 'react'

/**
 * Moves the focus to the screen's heading whenever another screen shows, so that it is read out and
 * the keyboard starts at its top. `screen` names the screen; null while none is known. Where a visit
 * begins the focus stays where the browser puts it.
 */
export function useHeadingFocus(screen: string | null): void {
  const last = useRef<string | null>(null)
  useEffect(() => {
    const before = last.current
    if (screen === null || screen === before) return
    last.current = screen
    return before === null ? undefined : focusHeadingWhenReady()
  }, [screen])
}

/** What stands there while a screen is on its way has no heading of that screen. */
function isScreenHeading(heading: HTMLHeadingElement): boolean {
  return heading.checkVisibility() && heading.closest('[role="status"]') === null
}

/** As soon as the heading is there, unless the person has moved on by then. Returns how to stop waiting. */
function focusHeadingWhenReady(): () => void {
  const from = document.activeElement
  const tryFocus = () => {
    const now = document.activeElement
    if (now !== from && now !== document.body) return true
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
