import { useSyncExternalStore } from 'react'
import { readStorage, writeStorage } from '../storage/browser-storage.ts'

const THEMES = ['solarized-light', 'solarized-dark', 'neutral-pro'] as const

export type Theme = (typeof THEMES)[number]

/** The localStorage key. The script in `index.html` reads it before first paint. */
const THEME_KEY = 'theme'

export function parseTheme(text: string | null): Theme {
  return THEMES.find((theme) => theme === text) ?? 'solarized-light'
}

/** Returns light for the dark theme, and dark for the light and neutral themes. */
export function toggledTheme(theme: Theme): Theme {
  return theme === 'solarized-dark' ? 'solarized-light' : 'solarized-dark'
}

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

/** Sets the browser UI color around the page to the color of the page header. */
export function updateThemeColor(): void {
  const color = getComputedStyle(document.documentElement).getPropertyValue('--surface-raised').trim()
  const meta = document.querySelector('meta[name="theme-color"]')
  if (color !== '') meta?.setAttribute('content', color)
}
