import { fromHsl, parseHex, toHex, toHsl } from './color.ts'

/** Consecutive multiples of this angle are far apart, in degrees. */
const GOLDEN_ANGLE = 137.508
/** The hues that teams get whose own would look like that of another team, in degrees. */
const PALETTE_HUES = Array.from({ length: 36 }, (_, index) => index * 10)
const PALETTE_SATURATION = 0.55
const PALETTE_LIGHTNESS = 0.45
/** Hues that are closer than this look alike. */
const MIN_HUE_DISTANCE = 12

/**
 * A color for each team of a season, by team ID, as `#rrggbb`. A team keeps the color of its logo unless it looks like
 * that of a team with a lower ID. The others get the hue of their ID, so that they keep it while the colors of logos
 * become known, unless it is taken. Then they get the one that is as far away as possible from those that are.
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
    const own = (teamId * GOLDEN_ANGLE) % 360
    const hue = distanceToNearest(own, hues) >= MIN_HUE_DISTANCE ? own : farthestHue(hues)
    hues.push(hue)
    colors.set(teamId, toHex(fromHsl([hue, PALETTE_SATURATION, PALETTE_LIGHTNESS])))
  }
  return colors
}

function farthestHue(taken: readonly number[]): number {
  return PALETTE_HUES.reduce((best, candidate) =>
    distanceToNearest(candidate, taken) > distanceToNearest(best, taken) ? candidate : best,
  )
}

/** In degrees, at most 180. */
function distanceToNearest(hue: number, others: readonly number[]): number {
  return Math.min(180, ...others.map((other) => 180 - Math.abs(180 - Math.abs(hue - other))))
}
