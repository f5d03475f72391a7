import { withContrast } from '@fieldhouse/domain/colors/color'
import type { CSSProperties } from 'react'

/** The surfaces of all light and all dark themes that differ the least from what is drawn on them. */
const DARKEST_LIGHT_SURFACE = '#eee8d5'
const LIGHTEST_DARK_SURFACE = '#073642'

/**
 * A team's color as custom properties: `--team-color` for bars and lines, which stand out from every surface of the
 * theme, and `--team-fill` for a background of text in `--team-ink`. None without a color.
 */
export function teamColorStyle(color: string | null | undefined): CSSProperties {
  if (color === null || color === undefined) return {}
  return {
    '--team-color': lineColor(color),
    '--team-fill': withContrast(color, '#ffffff', 4.5),
    '--team-ink': '#ffffff',
  } as CSSProperties
}

type ColoredTeam = { color?: string | null | undefined }

/**
 * The colors of both teams of a game as `--away-color` and `--home-color`, which stand out from every surface of the
 * theme. None for a team without a color, which is drawn in the color of its side.
 */
export function sideColorStyle(away: ColoredTeam, home: ColoredTeam): CSSProperties {
  return {
    ...(away.color == null ? {} : { '--away-color': lineColor(away.color) }),
    ...(home.color == null ? {} : { '--home-color': lineColor(home.color) }),
  } as CSSProperties
}

function lineColor(color: string): string {
  const [onLight, onDark] = [DARKEST_LIGHT_SURFACE, LIGHTEST_DARK_SURFACE].map((surface) =>
    withContrast(color, surface, 3),
  )
  return `light-dark(${onLight}, ${onDark})`
}
