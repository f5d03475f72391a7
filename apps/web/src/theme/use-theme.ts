import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../storage/stored.ts'
import { otherTheme, readTheme, THEME_KEY, type Theme } from './theme.ts'

/** The theme of the document; another browser tab that changes it changes it here too. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, currentTheme)
  return { theme, toggle: () => chooseTheme(otherTheme(theme)) }
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
  for (const listener of listeners) listener()
}

function followOtherTabs(event: StorageEvent): void {
  if (event.key === THEME_KEY || event.key === null) showTheme(readTheme(readStored(localStorage, THEME_KEY)))
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', followOtherTabs)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', followOtherTabs)
  }
}
