import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../storage/stored.ts'
import { showThemeInBrowserBars } from './browser-bars.ts'
import { otherTheme, readTheme, THEME_KEY, type Theme } from './theme.ts'

/** The theme of the document, and how to change it. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, currentTheme)
  return { theme, toggle: () => chooseTheme(otherTheme(theme)) }
}

/** Shows the theme that is chosen in another browser tab. Returns how to stop. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    // Without a key the whole storage was emptied.
    if (event.key === THEME_KEY || event.key === null)
      showTheme(readTheme(readStored(localStorage, THEME_KEY)))
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

const listeners = new Set<() => void>()

function currentTheme(): Theme {
  return readTheme(document.documentElement.dataset['theme'] ?? null)
}

function chooseTheme(theme: Theme): void {
  writeStored(localStorage, THEME_KEY, theme)
  showTheme(theme)
}

function showTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  showThemeInBrowserBars()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
