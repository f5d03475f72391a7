import { withContrast } from '@fieldhouse/domain/colors'
import type { CSSProperties } from 'react'

/** The surfaces of all light and all dark themes that differ the least from what is drawn on them. */
const DARKEST_LIGHT_SURFACE = '#eee8d5'
const LIGHTEST_DARK_SURFACE = '#073642'

type Colors = { line: string; fill: string }

/** A page has the same few colors many times. */
const computed = new Map<string, Colors>()
const MAX_COMPUTED = 500

/**
 * A team's color as custom properties: `--team-color` for bars and lines, which stand out from every surface of the
 * theme, and `--team-fill` for a background of text in `--team-ink`. None without a color.
 */
export function teamColorStyle(color: string | null | undefined): CSSProperties {
  if (color === null || color === undefined) return {}
  const { line, fill } = colorsOf(color)
  return { '--team-color': line, '--team-fill': fill, '--team-ink': '#ffffff' } as CSSProperties
}

type ColoredTeam = { color?: string | null | undefined }

/**
 * The colors of both teams of a game as `--away-color` and `--home-color`, which stand out from every surface of the
 * theme. None for a team without a color, which is drawn in the color of its side.
 */
export function sideColorStyle(away: ColoredTeam, home: ColoredTeam): CSSProperties {
  return {
    ...(away.color == null ? {} : { '--away-color': colorsOf(away.color).line }),
    ...(home.color == null ? {} : { '--home-color': colorsOf(home.color).line }),
  } as CSSProperties
}

function colorsOf(color: string): Colors {
  const known = computed.get(color)
  if (known !== undefined) return known
  const [onLight, onDark] = [DARKEST_LIGHT_SURFACE, LIGHTEST_DARK_SURFACE].map((surface) =>
    withContrast(color, surface, 3),
  )
  const colors = {
    line: `light-dark(${onLight}, ${onDark})`,
    fill: withContrast(color, '#ffffff', 4.5),
  }
  if (computed.size === MAX_COMPUTED) computed.clear()
  computed.set(color, colors)
  return colors
}
