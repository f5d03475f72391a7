import { withContrast } from '@fieldhouse/domain/colors'
import bidiFactory from 'bidi-js'
import sharp from 'sharp'
import { type Face, type FaceName, findFace, loadFace, type Weight } from './faces.ts'

export type Box = { x: number; y: number; width: number; height: number }

export type Drawing = {
  width: number
  height: number
  svg: string
  images: readonly PlacedImage[]
  /** Where the lines of text are, from the top of their capitals to their baseline. */
  texts: readonly (Box & { text: string })[]
}

type PlacedImage = { bytes: Uint8Array; x: number; y: number; side: number; radius: number }

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

/** A line of text. It has to be drawable. */
type Line = {
  text: string
  /** In pixels. */
  size: number
  weight: Weight
}

const bidi = bidiFactory()
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The characters of a text as people see them: a letter with its marks, or an emoji with all of its parts. */
export function charactersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/**
 * The text on one line. Characters lose marks, decoration and parts of emoji that no typeface has. What no typeface has
 * at all is left out, because it would be drawn as a box; empty if nothing is left.
 */
export function toDrawable(text: string): string {
  const line = text.normalize('NFC').replace(/[\s\p{Cc}]+/gu, ' ')
  return charactersOf(line).map(simplify).join('').replace(/ +/g, ' ').trim()
}

function simplify(character: string): string {
  if (faceOf(character) !== null) return character
  return Array.from(character)
    .map((part) => [part, ...Array.from(part.normalize('NFKD'))].find((each) => faceOf(each) !== null) ?? '')
    .join('')
}

/** Joiners, variation selectors and directions. They are drawn as nothing. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u
/** Those that decide which glyphs their neighbors have. */
const JOINERS = /[\u200C\u200D]/

const MAX_FACES = 5000
const known = new Map<string, FaceName | null>()

function faceOf(character: string): FaceName | null {
  const found = known.get(character)
  if (found !== undefined) return found
  const visible = Array.from(character).filter((part) => !INVISIBLE.test(part))
  const face = findFace(visible.map((part) => part.codePointAt(0) ?? 0))
  if (known.size >= MAX_FACES) known.clear()
  known.set(character, face)
  return face
}

/** The width of a line, in pixels. */
export function widthOf({ text, size, weight }: Line): number {
  return runsOf(text).reduce((width, run) => {
    const face = loadFace(run.face, weight)
    return width + layoutOf(run, face).advanceWidth * scaleOf(run, face, size)
  }, 0)
}

/** The outlines of a line as SVG elements, which start at the point at the left of its baseline. */
export function outlineOf({ text, size, weight }: Line, left: number, baseline: number): string {
  let x = left
  return runsOf(text)
    .map((run) => {
      const face = loadFace(run.face, weight)
      const scale = scaleOf(run, face, size)
      const { glyphs, positions } = layoutOf(run, face)
      let advance = 0
      const paths = glyphs.map((glyph, index) => {
        const outline = face.outlines.get(glyph.id) ?? glyph.path.toSVG()
        face.outlines.set(glyph.id, outline)
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
        const path =
          outline === ''
            ? ''
            : `<path transform="translate(${advance + xOffset} ${yOffset})" d="${outline}"/>`
        advance += xAdvance
        return path
      })
      const group = `<g transform="translate(${round(x)} ${round(baseline)}) scale(${scale} ${-scale})">${paths.join('')}</g>`
      x += advance * scale
      return group
    })
    .join('')
}

type Run = { text: string; face: FaceName; isRightToLeft: boolean; level: number }

function runsOf(text: string): Run[] {
  const { levels } = bidi.getEmbeddingLevels(text)
  const mirrored = bidi.getMirroredCharactersMap(text, levels)
  const runs: Run[] = []
  for (const { segment, index } of segmenter.segment(text)) {
    const face = faceOf(segment)
    if (face === null) continue
    const level = levels[index] ?? 0
    const character = mirrored.get(index) ?? segment
    const run = runs.at(-1)
    const isSame = run?.level === level && run.face.family === face.family && run.face.slice === face.slice
    if (isSame) run.text += character
    else runs.push({ text: character, face, isRightToLeft: level % 2 === 1, level })
  }
  return reorder(runs)
}

/** Reverses the runs of each level and above, from the highest level on. Source: Unicode Standard Annex 9, rule L2. */
function reorder(runs: readonly Run[]): Run[] {
  const ordered = [...runs]
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1)
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start
      while ((ordered[end]?.level ?? 0) >= level) end += 1
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end
    }
  return ordered
}

/** Positions that fontkit cannot compute for a mark that its letter has no place for. It throws a TypeError. */
const WITHOUT_MARKS = { mark: false, mkmk: false, abvm: false, blwm: false }

function layoutOf({ text, isRightToLeft }: Run, { font }: Face) {
  const visible = Array.from(text)
    .filter(
      (part) =>
        !INVISIBLE.test(part) || (JOINERS.test(part) && font.hasGlyphForCodePoint(part.codePointAt(0) ?? 0)),
    )
    .join('')
  const layout = (features?: typeof WITHOUT_MARKS) =>
    font.layout(visible, features, undefined, undefined, isRightToLeft ? 'rtl' : 'ltr')
  try {
    return layout()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return layout(WITHOUT_MARKS)
  }
}

function scaleOf({ face: { family } }: Run, { font }: Face, size: number): number {
  return (size / font.unitsPerEm) * family.scale
}

const round = (pixels: number) => Math.round(pixels * 100) / 100

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

type ThemeName = keyof typeof PALETTES

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

const TIMEOUT_SECONDS = 10

export async function renderPng({ svg, images }: Drawing): Promise<Buffer> {
  const layers = await Promise.all(
    images.map(async (image) => ({
      input: await roundImage(image),
      left: Math.round(image.x),
      top: Math.round(image.y),
    })),
  )
  return sharp(Buffer.from(svg))
    .timeout({ seconds: TIMEOUT_SECONDS })
    .composite(layers)
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toBuffer()
}

async function roundImage({ bytes, side, radius }: PlacedImage): Promise<Buffer> {
  const size = Math.round(side)
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${radius}"/></svg>`
  return sharp(bytes)
    .timeout({ seconds: TIMEOUT_SECONDS })
    .resize(size, size, { fit: 'cover' })
    .ensureAlpha()
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer()
}
