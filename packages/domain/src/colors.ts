/** The channels of a color, each from 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number]

/** Hue in degrees; saturation and lightness from 0 to 1. */
type Hsl = readonly [hue: number, saturation: number, lightness: number]

/** Parses `#rrggbb`. */
export function parseHex(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

export function toHex(rgb: Rgb): string {
  return `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

export function toHsl(rgb: Rgb): Hsl {
  const [red, green, blue] = rgb.map((channel) => channel / 255) as unknown as Rgb
  const max = Math.max(red, green, blue)
  const range = max - Math.min(red, green, blue)
  const lightness = max - range / 2
  if (range === 0) return [0, 0, lightness]
  const sector =
    max === red
      ? (green - blue) / range
      : max === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  return [(sector * 60 + 360) % 360, range / (1 - Math.abs(2 * lightness - 1)), lightness]
}

/** @see https://www.w3.org/TR/css-color-4/#hsl-to-rgb */
export function fromHsl([hue, saturation, lightness]: Hsl): Rgb {
  const amplitude = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const position = (offset + hue / 30) % 12
    return 255 * (lightness - amplitude * Math.max(-1, Math.min(position - 3, 9 - position, 1)))
  }
  return [channel(0), channel(8), channel(4)]
}

/**
 * The contrast of two colors, from 1 to 21.
 * @see WCAG 2.2, "contrast ratio"
 */
export function contrastRatio(a: string, b: string): number {
  const [lighter, darker] = [luminance(parseHex(a)), luminance(parseHex(b))].sort((x, y) => y - x)
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)
}

/** The hue stays, so that different colors stay different. */
export function withContrast(color: string, surface: string, ratio: number): string {
  const [hue, saturation, lightness] = toHsl(parseHex(color))
  const step = luminance(parseHex(surface)) > MIDDLE_LUMINANCE ? -0.01 : 0.01
  for (let candidate = lightness; candidate > 0 && candidate < 1; candidate += step) {
    const hex = candidate === lightness ? color : toHex(fromHsl([hue, saturation, candidate]))
    if (contrastRatio(hex, surface) >= ratio) return hex
  }
  return step < 0 ? '#000000' : '#ffffff'
}

/** Black and white have the same contrast with a surface of this luminance. */
const MIDDLE_LUMINANCE = 0.179

/** Relative luminance, from 0 to 1. */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const GROUPS = 24
/** Pixels with less are gray, white, black or transparent, and say nothing about a logo. */
const MIN_SATURATION = 0.25
const MIN_LIGHTNESS = 0.12
const MAX_LIGHTNESS = 0.9
const MIN_ALPHA = 128
/** The share of pixels that must have a color, so that a few stray pixels do not decide. */
const MIN_SHARE = 0.02

/**
 * The color that a picture is recognized by: the mean of the most frequent hue, as `#rrggbb`. null if the picture has
 * next to no color.
 * @param pixels Red, green, blue and alpha of each pixel, from 0 to 255.
 */
export function dominantColor(pixels: Uint8Array): string | null {
  const groups = Array.from({ length: GROUPS }, () => ({
    count: 0,
    sum: [0, 0, 0] as [number, number, number],
  }))
  for (let index = 0; index < pixels.length; index += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(index, index + 4)
    const [hue, saturation, lightness] = toHsl([red, green, blue])
    const isColored = saturation >= MIN_SATURATION && lightness >= MIN_LIGHTNESS && lightness <= MAX_LIGHTNESS
    const group = groups[Math.floor((hue / 360) * GROUPS) % GROUPS]
    if (alpha < MIN_ALPHA || !isColored || group === undefined) continue
    group.count += 1
    group.sum = [group.sum[0] + red, group.sum[1] + green, group.sum[2] + blue]
  }
  const largest = groups.reduce((best, group) => (group.count > best.count ? group : best))
  if (largest.count < (pixels.length / 4) * MIN_SHARE || largest.count === 0) return null
  return toHex(largest.sum.map((sum) => sum / largest.count) as unknown as Rgb)
}

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
