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
    return before === null ? undefined : focusHeading()
  }, [screen])
}

/** What stands there while a screen is on its way has no heading of that screen. */
function isOfScreen(heading: HTMLHeadingElement): boolean {
  return heading.checkVisibility() && heading.closest('[role="status"]') === null
}

/** As soon as the heading is there, unless the person has moved on by then. Returns how to stop waiting. */
function focusHeading(): () => void {
  const from = document.activeElement
  const isDone = () => {
    const now = document.activeElement
    if (now !== from && now !== document.body) return true
    const heading = [...document.querySelectorAll('h1')].find(isOfScreen)
    if (heading === undefined) return false
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    return true
  }
  const observer = new MutationObserver(() => {
    if (isDone()) observer.disconnect()
  })
  if (!isDone()) {
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] })
  }
  return () => observer.disconnect()
}
