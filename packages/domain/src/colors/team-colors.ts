import { fromHsl, parseHex, toHex, toHsl } from './color.ts'

/** The hues that teams without a color of their own get, in degrees. */
const PALETTE_HUES = Array.from({ length: 36 }, (_, index) => index * 10)
const PALETTE_SATURATION = 0.55
const PALETTE_LIGHTNESS = 0.45
/** Hues that are closer than this look alike. */
const MIN_HUE_DISTANCE = 12

/**
 * A color for each team of a season, by team ID, as `#rrggbb`. A team keeps the color of its logo unless it looks like
 * that of a team with a lower ID. The others get the hues that are as far away as possible from those that are taken.
 */
export function assignTeamColors(
  teams: readonly { teamId: number; logoColor: string | null }[],
): Map<number, string> {
  const colors = new Map<number, string>()
  const hues: number[] = []
  const ordered = teams.toSorted((a, b) => a.teamId - b.teamId)
  for (const { teamId, logoColor } of ordered) {
    if (logoColor === null) continue
    const [hue] = toHsl(parseHex(logoColor))
    if (distanceToNearest(hue, hues) < MIN_HUE_DISTANCE) continue
    hues.push(hue)
    colors.set(teamId, logoColor)
  }
  for (const { teamId } of ordered) {
    if (colors.has(teamId)) continue
    const hue = PALETTE_HUES.reduce((best, candidate) =>
      distanceToNearest(candidate, hues) > distanceToNearest(best, hues) ? candidate : best,
    )
    hues.push(hue)
    colors.set(teamId, toHex(fromHsl([hue, PALETTE_SATURATION, PALETTE_LIGHTNESS])))
  }
  return colors
}

/** In degrees, at most 180. */
function distanceToNearest(hue: number, others: readonly number[]): number {
  return Math.min(180, ...others.map((other) => 180 - Math.abs(180 - Math.abs(hue - other))))
}
