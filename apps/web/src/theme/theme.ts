import { useSyncExternalStore } from 'react'
import { createListeners } from '../api/connectivity.ts'
import { usePageEnvironment } from '../api/page-environment.ts'
import { readStorage, writeStorage } from '../storage/browser-storage.ts'

const THEMES = ['solarized-light', 'solarized-dark', 'neutral-pro'] as const

export type Theme = (typeof THEMES)[number]

const MATCH_DEVICE = 'match-device'

export type ThemeChoice = Theme | typeof MATCH_DEVICE

export const THEME_OPTIONS: readonly { value: ThemeChoice; label: string }[] = [
  { value: 'solarized-light', label: 'Light' },
  { value: 'solarized-dark', label: 'Dark' },
  { value: 'neutral-pro', label: 'Neutral' },
  { value: MATCH_DEVICE, label: 'Match device' },
]

/** The localStorage key. The script in `index.html` reads it before first paint. */
const THEME_KEY = 'theme'

export function parseThemeChoice(text: string | null): ThemeChoice {
  return THEME_OPTIONS.find(({ value }) => value === text)?.value ?? 'solarized-light'
}

export function resolveTheme(choice: ThemeChoice, prefersDark: boolean): Theme {
  if (choice !== MATCH_DEVICE) return choice
  return prefersDark ? 'solarized-dark' : 'solarized-light'
}

export function toggledTheme(theme: Theme): Theme {
  return theme === 'solarized-dark' ? 'solarized-light' : 'solarized-dark'
}

export function useTheme() {
  const page = usePageEnvironment()
  const assumed = () => parseTheme(page?.theme)
  const theme = useSyncExternalStore(changes.subscribe, currentTheme, assumed)
  const choice = useSyncExternalStore(changes.subscribe, storedChoice, assumed)
  return { theme, choice, choose: chooseTheme, toggle: () => chooseTheme(toggledTheme(theme)) }
}

/** Follows the choice in other browser tabs and the device's preference. Returns a function that stops this. */
export function syncTheme(): () => void {
  const handleStorage = (event: StorageEvent) => {
    // A null key means that the storage was cleared.
    if (event.key === THEME_KEY || event.key === null) applyChoice()
  }
  addEventListener('storage', handleStorage)
  darkPreference().addEventListener('change', applyChoice)
  return () => {
    removeEventListener('storage', handleStorage)
    darkPreference().removeEventListener('change', applyChoice)
  }
}

const changes = createListeners()

export function currentTheme(): Theme {
  return parseTheme(document.documentElement.dataset['theme'])
}

function parseTheme(name: string | undefined): Theme {
  return THEMES.find((theme) => theme === name) ?? 'solarized-light'
}

function storedChoice(): ThemeChoice {
  return parseThemeChoice(readStorage(localStorage, THEME_KEY))
}

function chooseTheme(choice: ThemeChoice): void {
  writeStorage(localStorage, THEME_KEY, choice)
  showTheme(choice)
}

function applyChoice(): void {
  showTheme(storedChoice())
}

function showTheme(choice: ThemeChoice): void {
  document.documentElement.dataset['theme'] = resolveTheme(choice, darkPreference().matches)
  updateThemeColor()
  changes.notify()
}

function darkPreference(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)')
}

export function updateThemeColor(): void {
  const color = getComputedStyle(document.documentElement).getPropertyValue('--surface-raised').trim()
  const meta = document.querySelector('meta[name="theme-color"]')
  if (color !== '') meta?.setAttribute('content', color)
}
