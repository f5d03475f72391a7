export const THEMES = ['solarized-light', 'solarized-dark', 'neutral-pro'] as const

export type Theme = (typeof THEMES)[number]

/** The key in local storage; the script in `index.html` reads it before first paint. */
export const THEME_KEY = 'theme'

export function parseTheme(text: string | null): Theme {
  return THEMES.find((theme) => theme === text) ?? 'solarized-light'
}

/** Light and neutral go dark, dark goes light. */
export function toggledTheme(theme: Theme): Theme {
  return theme === 'solarized-dark' ? 'solarized-light' : 'solarized-dark'
}
