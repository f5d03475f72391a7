import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { woff2 } from 'fonteditor-core'
import { create, type Font } from 'fontkit'
import { z } from 'zod'

export type Weight = 500 | 700 | 900

export type FaceName = {
  family: Family
  /** The part of the family, such as `latin` or `21`. */
  slice: string
}

export type Face = {
  font: Font
  /** SVG paths by glyph, in the units of the font. */
  outlines: Map<number, string>
}

type Family = {
  package: string
  /** The slices in order; null for all that the package has. */
  slices: readonly string[] | null
  /** By how much its characters are enlarged beside letters. */
  scale: number
  /** The weights that a variable font has; null for a family with files of each weight. */
  weights: { min: number; max: number } | null
}

const noto = (name: string, slices: readonly string[] | null = null): Family => ({
  package: `@fontsource-variable/noto-${name}`,
  slices,
  scale: 1,
  weights: { min: 100, max: 900 },
})

const ONE_SLICE = [
  'hebrew',
  'arabic',
  'thai',
  'devanagari',
  'bengali',
  'gurmukhi',
  'gujarati',
  'tamil',
  'telugu',
  'kannada',
  'malayalam',
  'sinhala',
  'khmer',
  'lao',
  'myanmar',
  'georgian',
  'armenian',
  'ethiopic',
]

const EMOJI: Family = { ...noto('emoji'), scale: 0.86, weights: { min: 300, max: 700 } }

/** In the order in which they are asked for a character. Most texts need only the first. */
const FAMILIES: readonly Family[] = [
  {
    package: '@fontsource/roboto-condensed',
    slices: ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese', 'cyrillic-ext', 'greek-ext'],
    scale: 1,
    weights: null,
  },
  ...ONE_SLICE.map((script) => noto(`sans-${script}`, [script])),
  noto('sans-sc'),
  noto('sans-kr'),
  EMOJI,
]

/** Chinese and Korean have about a hundred slices each, of about 100 KB. */
const MAX_FACES = 40

await woff2.init()

const resolve = createRequire(import.meta.url).resolve
/** By name and weight. The one that was used last is at the end. */
const faces = new Map<string, Face>()
const rangesOf = new Map<Family, Slice[]>()

type Slice = { slice: string; ranges: readonly (readonly [first: number, last: number])[] }

/** The face of a weight, or of the closest one that the family has. */
export function loadFace(name: FaceName, weight: Weight): Face {
  const key = `${name.family.package} ${name.slice} ${weight}`
  const face = faces.get(key) ?? openFace(name, weight)
  faces.delete(key)
  faces.set(key, face)
  for (const [oldest] of faces) {
    if (faces.size <= MAX_FACES) break
    faces.delete(oldest)
  }
  return face
}

function openFace({ family: { package: name, weights }, slice }: FaceName, weight: Weight): Face {
  const base = `${name}/files/${name.split('/')[1]}-${slice}`
  const read = (end: string) => readFileSync(resolve(`${base}-${end}`))
  if (weights === null) return { font: openFont(read(`${weight}-normal.woff`)), outlines: new Map() }
  // fontkit reads the outlines of WOFF2 itself, but neither their widths nor their weights.
  const font = openFont(Buffer.from(woff2.decode(read('wght-normal.woff2'))))
  const wght = Math.min(weights.max, Math.max(weights.min, weight))
  return { font: font.getVariation({ wght }), outlines: new Map() }
}

function openFont(bytes: Buffer): Font {
  const font = create(bytes)
  if (!('layout' in font)) throw new Error('the file contains several fonts')
  return font
}

export function findFace(codePoints: readonly number[]): FaceName | null {
  const [first] = codePoints
  if (first === undefined) return null
  for (const each of FAMILIES)
    for (const { slice, ranges } of slicesOf(each)) {
      if (!ranges.some(([from, to]) => first >= from && first <= to)) continue
      const name = { family: each, slice }
      const { font } = loadFace(name, 700)
      if (codePoints.every((codePoint) => font.hasGlyphForCodePoint(codePoint))) return name
    }
  return null
}

function slicesOf(each: Family): Slice[] {
  const known = rangesOf.get(each)
  if (known !== undefined) return known
  const stated = readUnicodeRanges(each.package)
  const slices = [...stated]
    .filter(([slice]) => (each.slices === null ? /^\d+$/.test(slice) : each.slices.includes(slice)))
    .map(([slice, ranges]) => ({ slice, ranges }))
    .sort((a, b) => (each.slices?.indexOf(a.slice) ?? 0) - (each.slices?.indexOf(b.slice) ?? 0))
  rangesOf.set(each, slices)
  return slices
}

const UnicodeRanges = z.record(z.string(), z.string())

/** The characters of each slice, which the package lists as in `{"[21]":"U+25ca,U+2605-2606"}`. */
function readUnicodeRanges(name: string): [slice: string, ranges: Slice['ranges']][] {
  const listed = UnicodeRanges.parse(JSON.parse(readFileSync(resolve(`${name}/unicode.json`), 'utf8')))
  return Object.entries(listed).map(([slice, ranges]) => [
    slice.replace(/^\[|\]$/g, ''),
    ranges.split(',').map((range) => {
      const [from = 0, to = from] = range
        .replace('U+', '')
        .split('-')
        .map((hex) => Number.parseInt(hex, 16))
      return [from, to] as const
    }),
  ])
}
