import { useSyncExternalStore } from 'react'
import { readStorage, writeStorage } from '../storage/browser-storage.ts'
import { parseTheme, THEME_KEY, type Theme, toggledTheme } from './theme.ts'
import { updateThemeColor } from './theme-color.ts'

/** The theme of the document and a function to toggle it. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, currentTheme)
  return { theme, toggle: () => setTheme(toggledTheme(theme)) }
}

/** Applies a theme that is selected in another browser tab. Returns a function that stops this. */
export function syncThemeAcrossTabs(): () => void {
  const handleStorage = (event: StorageEvent) => {
    // A null key means that the storage was cleared.
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
