import bidiFactory from 'bidi-js'
import { type Face, type FaceName, findFace, loadFace, type Weight } from './faces.ts'

/** A line of text. It has to be drawable. */
export type Line = {
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
