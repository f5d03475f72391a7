/** The channels of a color, each from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Hue in degrees; saturation and lightness from 0 to 1. */
export type Hsl = readonly [hue: number, saturation: number, lightness: number]

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
