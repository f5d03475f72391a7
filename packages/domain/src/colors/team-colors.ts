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
  const taken = takenHues()
  const ordered = teams.toSorted((a, b) => a.teamId - b.teamId)
  for (const { teamId, logoColor } of ordered) {
    if (logoColor === null) continue
    const [hue] = toHsl(parseHex(logoColor))
    if (taken.distanceTo(hue) < MIN_HUE_DISTANCE) continue
    taken.add(hue)
    colors.set(teamId, logoColor)
  }
  for (const { teamId } of ordered) {
    if (colors.has(teamId)) continue
    const own = (teamId * GOLDEN_ANGLE) % 360
    const hue = taken.distanceTo(own) >= MIN_HUE_DISTANCE ? own : taken.farthest()
    taken.add(hue)
    colors.set(teamId, toHex(fromHsl([hue, PALETTE_SATURATION, PALETTE_LIGHTNESS])))
  }
  return colors
}

function takenHues() {
  const hues: number[] = []
  /** Of each hue of the palette to the nearest one that is taken, in degrees. */
  const distances = PALETTE_HUES.map(() => 180)
  return {
    add(hue: number) {
      hues.push(hue)
      for (const [index, candidate] of PALETTE_HUES.entries())
        distances[index] = Math.min(distances[index] ?? 180, distanceOf(candidate, hue))
    },
    /** To the nearest one, in degrees, at most 180. */
    distanceTo: (hue: number) =>
      hues.reduce((nearest, each) => Math.min(nearest, distanceOf(hue, each)), 180),
    farthest: () => PALETTE_HUES[distances.indexOf(Math.max(...distances))] ?? 0,
  }
}

const distanceOf = (a: number, b: number) => 180 - Math.abs(180 - Math.abs(a - b))
