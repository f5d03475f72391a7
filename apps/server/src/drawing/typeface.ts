import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

export type Weight = 500 | 700 | 900

/** A line of text. It has to be drawable. */
export type Line = {
  text: string
  /** In pixels. */
  size: number
  weight: Weight
}

/** The parts of the typeface, each with the letters of some languages. Most texts need only the first. */
const SUBSETS = [
  'latin',
  'latin-ext',
  'greek',
  'cyrillic',
  'vietnamese',
  'cyrillic-ext',
  'greek-ext',
] as const

type Subset = (typeof SUBSETS)[number]

type Face = {
  font: Font
  /** SVG paths by glyph, in the units of the font. */
  outlines: Map<number, string>
}

const resolve = createRequire(import.meta.url).resolve
const faces = new Map<string, Face>()

function faceOf(subset: Subset, weight: Weight): Face {
  const file = `roboto-condensed-${subset}-${weight}-normal.woff`
  const loaded = faces.get(file)
  if (loaded !== undefined) return loaded
  const font = create(readFileSync(resolve(`@fontsource/roboto-condensed/files/${file}`)))
  if (!('layout' in font)) throw new Error(`${file} contains several fonts`)
  const face = { font, outlines: new Map() }
  faces.set(file, face)
  return face
}

/** The subset that has a character; null for a character that the typeface does not have. */
function subsetOf(character: string): Subset | null {
  const codePoint = character.codePointAt(0) ?? 0
  return SUBSETS.find((subset) => faceOf(subset, 700).font.hasGlyphForCodePoint(codePoint)) ?? null
}

/**
 * The text on one line. Letters whose accents the typeface does not have lose them. Characters that it does not have at
 * all, such as emoji, are left out, because they would be drawn as boxes; empty if nothing is left.
 */
export function toDrawable(text: string): string {
  return Array.from(text.normalize('NFC').replace(/[\s\p{Cc}]+/gu, ' '))
    .map(
      (character) =>
        [character, ...Array.from(character.normalize('NFD'))].find((each) => subsetOf(each) !== null) ?? '',
    )
    .join('')
    .replace(/ +/g, ' ')
    .trim()
}

/** The width of a line, in pixels. */
export function widthOf({ text, size, weight }: Line): number {
  return runsOf(text).reduce((width, run) => width + advanceOf(run, weight) * scaleOf(run, size, weight), 0)
}

/** The outlines of a line as SVG elements, which start at the point at the left of its baseline. */
export function outlineOf({ text, size, weight }: Line, left: number, baseline: number): string {
  let x = left
  return runsOf(text)
    .map((run) => {
      const { font, outlines } = faceOf(run.subset, weight)
      const scale = scaleOf(run, size, weight)
      const { glyphs, positions } = font.layout(run.text)
      let advance = 0
      const paths = glyphs.map((glyph, index) => {
        const outline = outlines.get(glyph.id) ?? glyph.path.toSVG()
        outlines.set(glyph.id, outline)
        const path = outline === '' ? '' : `<path transform="translate(${advance} 0)" d="${outline}"/>`
        advance += positions[index]?.xAdvance ?? 0
        return path
      })
      const group = `<g transform="translate(${round(x)} ${round(baseline)}) scale(${scale} ${-scale})">${paths.join('')}</g>`
      x += advance * scale
      return group
    })
    .join('')
}

type Run = { text: string; subset: Subset }

/** Divides a text into the longest parts that one subset has. */
function runsOf(text: string): Run[] {
  const runs: Run[] = []
  for (const character of text) {
    const subset = subsetOf(character) ?? 'latin'
    const run = runs.at(-1)
    if (run?.subset === subset) run.text += character
    else runs.push({ text: character, subset })
  }
  return runs
}

function advanceOf({ text, subset }: Run, weight: Weight): number {
  return faceOf(subset, weight).font.layout(text).advanceWidth
}

function scaleOf({ subset }: Run, size: number, weight: Weight): number {
  return size / faceOf(subset, weight).font.unitsPerEm
}

const round = (pixels: number) => Math.round(pixels * 100) / 100
