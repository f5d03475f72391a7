export const THEMES = ['solarized-light', 'solarized-dark', 'neutral-pro'] as const

export type Theme = (typeof THEMES)[number]

/** The localStorage key. The script in `index.html` reads it before first paint. */
export const THEME_KEY = 'theme'

export function parseTheme(text: string | null): Theme {
  return THEMES.find((theme) => theme === text) ?? 'solarized-light'
}

/** Returns light for the dark theme, and dark for the light and neutral themes. */
export function toggledTheme(theme: Theme): Theme {
  return theme === 'solarized-dark' ? 'solarized-light' : 'solarized-dark'
}
