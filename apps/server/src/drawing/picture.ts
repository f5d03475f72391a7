import type { Weight } from './faces.ts'
import { charactersOf, outlineOf, toDrawable, widthOf } from './typeface.ts'

export type Box = { x: number; y: number; width: number; height: number }

export type Drawing = {
  width: number
  height: number
  svg: string
  images: readonly PlacedImage[]
  /** Where the lines of text are, from the top of their capitals to their baseline. */
  texts: readonly (Box & { text: string })[]
}

export type PlacedImage = { bytes: Uint8Array; x: number; y: number; side: number; radius: number }

export type TextOptions = {
  x: number
  /** The baseline. */
  y: number
  size: number
  weight?: Weight
  color: string
  align?: 'left' | 'center' | 'right'
  /** The text becomes smaller, and then is cut, until it fits. */
  maxWidth?: number
  /** By default nine tenths of the size. */
  minSize?: number
}

type RectOptions = { fill: string; radius?: number; opacity?: number }

/** The height of a capital letter, as a share of the size of the text. */
export const CAPITAL = 0.711

/** Begins a picture. All lengths are pixels. */
export function createPicture(width: number, height: number, background: string) {
  const elements: string[] = []
  const images: PlacedImage[] = []
  const texts: Drawing['texts'][number][] = []
  const picture = {
    rect({ x, y, width: w, height: h }: Box, { fill, radius = 0, opacity = 1 }: RectOptions): void {
      elements.push(
        `<rect x="${x}" y="${y}" width="${Math.max(0, w)}" height="${h}" rx="${Math.min(radius, w / 2)}" fill="${fill}" fill-opacity="${opacity}"/>`,
      )
    },
    /** Returns the width of what was drawn, which is 0 if nothing of the text can be. */
    text(text: string, { x, y, color, weight = 500, align = 'left', ...fit }: TextOptions): number {
      const line = fitLine(toDrawable(text), weight, fit)
      if (line.text === '') return 0
      const lineWidth = widthOf(line)
      const left = x - lineWidth * { left: 0, center: 0.5, right: 1 }[align]
      elements.push(`<g fill="${color}">${outlineOf(line, left, y)}</g>`)
      const top = y - line.size * CAPITAL
      texts.push({ text: line.text, x: left, y: top, width: lineWidth, height: y - top })
      return lineWidth
    },
    image(image: PlacedImage): void {
      images.push(image)
    },
    finish: (): Drawing => ({
      width,
      height,
      svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${elements.join('')}</svg>`,
      images,
      texts,
    }),
  }
  picture.rect({ x: 0, y: 0, width, height }, { fill: background })
  return picture
}

function fitLine(
  text: string,
  weight: Weight,
  { size, maxWidth = Infinity, minSize = size * 0.9 }: Pick<TextOptions, 'size' | 'maxWidth' | 'minSize'>,
) {
  const width = widthOf({ text, size, weight })
  if (width <= maxWidth) return { text, size, weight }
  const smaller = Math.max(minSize, (size * maxWidth) / width)
  const isFitting = (candidate: string) =>
    widthOf({ text: candidate, size: smaller, weight }) <= maxWidth + 0.01
  return { text: isFitting(text) ? text : cut(text, isFitting), size: smaller, weight }
}

function cut(text: string, isFitting: (candidate: string) => boolean): string {
  const characters = charactersOf(text)
  const startOf = (length: number) => `${characters.slice(0, length).join('').trimEnd()}…`
  let [fitting, tooLong] = [0, characters.length]
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2)
    if (isFitting(startOf(middle))) fitting = middle
    else tooLong = middle
  }
  return startOf(fitting)
}

/**
 * Divides a text into two lines of about the same width if it is wider than `maxWidth`, and makes both equally smaller
 * if they are still too wide. Lines that need less than three quarters of the size are cut when they are drawn.
 */
export function wrapText(
  text: string,
  { size, weight, maxWidth }: { size: number; weight: Weight; maxWidth: number },
): { lines: string[]; size: number } {
  const drawable = toDrawable(text)
  const widest = (lines: readonly string[]) =>
    Math.max(...lines.map((line) => widthOf({ text: line, size, weight })))
  const words = drawable.split(' ')
  const divisions = words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')])
  const whole = [drawable]
  if (widest(whole) <= maxWidth) return { lines: whole, size }
  const lines = divisions.reduce((best, each) => (widest(each) < widest(best) ? each : best), whole)
  return { lines, size: size * Math.min(1, Math.max(0.75, maxWidth / widest(lines))) }
}
