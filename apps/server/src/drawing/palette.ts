import { withContrast } from '@fieldhouse/domain/colors/color'

/** The colors of a theme, which are those of the web app. Text has a contrast of at least 4.5:1 with the surfaces. */
export const PALETTES = {
  'solarized-light': {
    surface: '#fdf6e3',
    raised: '#fffbf0',
    sunken: '#eee8d5',
    line: '#e3dbc3',
    ink: '#073642',
    muted: '#4f646b',
    accent: '#17639a',
    accentInk: '#fffbf0',
    good: '#525f00',
    bad: '#b3201d',
    warn: '#85530b',
    gold: '#b58900',
  },
  'solarized-dark': {
    surface: '#002b36',
    raised: '#073642',
    sunken: '#00212a',
    line: '#17454f',
    ink: '#eee8d5',
    muted: '#a3b3b3',
    accent: '#5eb0ea',
    accentInk: '#00212a',
    good: '#b5c838',
    bad: '#ff8a80',
    warn: '#e8b64c',
    gold: '#d9ab2b',
  },
  'neutral-pro': {
    surface: '#f6f7f9',
    raised: '#ffffff',
    sunken: '#eceef2',
    line: '#dcdfe5',
    ink: '#16191f',
    muted: '#555b66',
    accent: '#2a50d8',
    accentInk: '#ffffff',
    good: '#0c6b3d',
    bad: '#b42318',
    warn: '#8a5200',
    gold: '#c79a1b',
  },
} as const

export type ThemeName = keyof typeof PALETTES

export type Palette = Readonly<Record<keyof (typeof PALETTES)[ThemeName], string>>

/** A team's color as the background of white text. */
export function teamFill(color: string | null): string {
  return withContrast(color ?? NO_COLOR, '#ffffff', 4.5)
}

/** A team's color for bars and lines on the palette's surfaces. */
export function teamInk(color: string | null, { raised, sunken }: Palette): string {
  return withContrast(withContrast(color ?? NO_COLOR, raised, 3), sunken, 3)
}

const NO_COLOR = '#6b7280'
