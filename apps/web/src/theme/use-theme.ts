import { useSyncExternalStore } from 'react'
import { readStorage, writeStorage } from '../storage/browser-storage.ts'
import { parseTheme, THEME_KEY, type Theme, toggledTheme } from './theme.ts'
import { updateThemeColor } from './theme-color.ts'

/** The theme of the document, and how to change it. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, currentTheme)
  return { theme, toggle: () => setTheme(toggledTheme(theme)) }
}

/** Shows the theme that is chosen in another browser tab. Returns how to stop. */
export function syncThemeAcrossTabs(): () => void {
  const handleStorage = (event: StorageEvent) => {
    // Without a key the whole storage was emptied.
    if (event.key === THEME_KEY || event.key === null)
      applyTheme(parseTheme(readStorage(localStorage, THEME_KEY)))
  }
  addEventListener('storage', handleStorage)
  return () => removeEventListener('storage', handleStorage)
}

const listeners = new Set<() => void>()

function currentTheme(): Theme {
  return parseTheme(document.documentElement.dataset['theme'] ?? null)
}

function setTheme(theme: Theme): void {
  writeStorage(localStorage, THEME_KEY, theme)
  applyTheme(theme)
}

function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme
  updateThemeColor()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
