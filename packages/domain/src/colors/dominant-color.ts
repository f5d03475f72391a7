import { type Rgb, toHex, toHsl } from './color.ts'

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
