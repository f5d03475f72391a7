import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliDecompressSync } from 'node:zlib'
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
  const font = openFont(toTrueType(read('wght-normal.woff2')))
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

/**
 * A font in TrueType form, from a WOFF2 file of one font. fontkit reads the outlines of WOFF2 itself, but neither their
 * widths nor their weights. Throws a RangeError for a file that ends too early.
 * @see https://www.w3.org/TR/WOFF2/
 */
export function toTrueType(file: Buffer): Buffer {
  const reader = byteReader(file)
  if (reader.uint32() !== SIGNATURE) throw new RangeError('not a WOFF2 file')
  const flavor = reader.uint32()
  reader.skip(4)
  const count = reader.uint16()
  reader.skip(6)
  const compressedSize = reader.uint32()
  reader.skip(24)
  const entries = Array.from({ length: count }, () => readEntry(reader))
  const data = byteReader(brotliDecompressSync(reader.bytes(compressedSize)))
  const tables = new Map(entries.map((entry) => [entry.tag, { ...entry, bytes: data.bytes(entry.size) }]))
  const glyf = tables.get('glyf')
  const result = new Map([...tables].map(([tag, { bytes }]) => [tag, bytes]))
  if (glyf?.isTransformed === true) {
    const outlines = rebuildOutlines(glyf.bytes)
    result.set('glyf', outlines.glyf)
    result.set('loca', outlines.loca)
    result.set('head', withLongOffsets(result.get('head')))
    if (tables.get('hmtx')?.isTransformed === true)
      result.set('hmtx', rebuildMetrics(result.get('hmtx'), result.get('hhea'), outlines.left))
  }
  return writeFont(flavor, result)
}

const SIGNATURE = 0x774f4632

/** The tags that a number stands for, four letters each. */
const TAGS =
  'cmapheadhheahmtxmaxpnameOS/2postcvt fpgmglyflocaprepCFF VORGEBDTEBLCgasphdmxkernLTSHPCLTVDMXvheavmtxBASEGDEFGPOSGSUBEBSCJSTFMATHCBDTCBLCCOLRCPALSVG sbixacntavarbdatblocbslncvarfdscfeatfmtxfvargvarhstyjustlcarmortmorxopbdproptrakZapfSilfGlatGlocFeatSill'
const OTHER_TAG = 63

function readEntry(reader: ByteReader) {
  const flags = reader.uint8()
  const index = flags & 63
  const tag = index === OTHER_TAG ? reader.bytes(4).toString('latin1') : TAGS.slice(index * 4, index * 4 + 4)
  const version = flags >> 6
  // For outlines, version 3 is the one that changes nothing.
  const isTransformed = tag === 'glyf' || tag === 'loca' ? version !== 3 : version !== 0
  const size = reader.base128()
  return { tag, isTransformed, size: isTransformed ? reader.base128() : size }
}

const ON_CURVE = 1
const [WORDS, SCALE, MORE, TWO_SCALES, FOUR_SCALES, INSTRUCTIONS] = [1, 8, 32, 64, 128, 256]

function rebuildOutlines(table: Buffer): { glyf: Buffer; loca: Buffer; left: number[] } {
  const header = byteReader(table)
  header.skip(4)
  const count = header.uint16()
  header.skip(2)
  const sizes = Array.from({ length: 7 }, () => header.uint32())
  const [contours, points, flags, coordinates, composites, boxes, instructions] = sizes.map((size) =>
    byteReader(header.bytes(size)),
  ) as [ByteReader, ByteReader, ByteReader, ByteReader, ByteReader, ByteReader, ByteReader]
  const hasBox = boxes.bytes(4 * Math.ceil(count / 32))
  const glyphs: Buffer[] = []
  const left: number[] = []
  for (let glyph = 0; glyph < count; glyph += 1) {
    const box = ((hasBox[glyph >> 3] ?? 0) & (128 >> (glyph & 7))) === 0 ? null : boxes.bytes(8)
    const contourCount = contours.int16()
    const writer = byteWriter()
    const copyInstructions = () => {
      const size = coordinates.uint16of255()
      writer.int16(size)
      writer.bytes(instructions.bytes(size))
    }
    if (contourCount !== 0) writer.int16(contourCount)
    if (contourCount > 0) {
      const ends: number[] = []
      for (let contour = 0; contour < contourCount; contour += 1)
        ends.push((ends.at(-1) ?? -1) + points.uint16of255())
      const outline = readPoints(flags, coordinates, (ends.at(-1) ?? -1) + 1)
      const bounds = box ?? boxOf(outline)
      writer.bytes(bounds)
      for (const end of ends) writer.int16(end)
      copyInstructions()
      writePoints(writer, outline)
      left.push(bounds.readInt16BE(0))
    } else if (contourCount < 0) {
      const parts = readComposite(composites)
      writer.bytes(box ?? Buffer.alloc(8))
      writer.bytes(parts.bytes)
      if (parts.hasInstructions) copyInstructions()
      left.push(box?.readInt16BE(0) ?? 0)
    } else left.push(0)
    glyphs.push(writer.finish(4))
  }
  const loca = byteWriter()
  let offset = 0
  for (const { length } of [...glyphs, Buffer.alloc(0)]) {
    loca.uint32(offset)
    offset += length
  }
  return { glyf: Buffer.concat(glyphs), loca: loca.finish(4), left }
}

type Point = { x: number; y: number; isOnCurve: boolean }

/** Each point is a flag, and one to four bytes with the distance from the point before. */
function readPoints(flags: ByteReader, coordinates: ByteReader, count: number): Point[] {
  let [x, y] = [0, 0]
  return Array.from({ length: count }, () => {
    const flag = flags.uint8()
    const kind = flag & 127
    const signed = (negative: boolean, value: number) => (negative ? -value : value)
    const [isLeft, isDown] = [(flag & 1) === 0, (flag & 2) === 0]
    if (kind < 10) y += signed(isLeft, ((kind & 14) << 7) + coordinates.uint8())
    else if (kind < 20) x += signed(isLeft, (((kind - 10) & 14) << 7) + coordinates.uint8())
    else if (kind < 84) {
      const both = coordinates.uint8()
      x += signed(isLeft, 1 + ((kind - 20) & 48) + (both >> 4))
      y += signed(isDown, 1 + (((kind - 20) & 12) << 2) + (both & 15))
    } else if (kind < 120) {
      x += signed(isLeft, 1 + (Math.floor((kind - 84) / 12) << 8) + coordinates.uint8())
      y += signed(isDown, 1 + ((((kind - 84) % 12) >> 2) << 8) + coordinates.uint8())
    } else if (kind < 124) {
      const [first, second, third] = [coordinates.uint8(), coordinates.uint8(), coordinates.uint8()]
      x += signed(isLeft, (first << 4) + (second >> 4))
      y += signed(isDown, ((second & 15) << 8) + third)
    } else {
      x += signed(isLeft, coordinates.uint16())
      y += signed(isDown, coordinates.uint16())
    }
    return { x, y, isOnCurve: flag < 128 }
  })
}

function writePoints(writer: ByteWriter, outline: readonly Point[]): void {
  for (const { isOnCurve } of outline) writer.uint8(isOnCurve ? ON_CURVE : 0)
  for (const axis of ['x', 'y'] as const)
    for (const [index, point] of outline.entries())
      writer.int16(point[axis] - (index === 0 ? 0 : (outline[index - 1]?.[axis] ?? 0)))
}

function boxOf(outline: readonly Point[]): Buffer {
  const [xs, ys] = [outline.map(({ x }) => x), outline.map(({ y }) => y)]
  const writer = byteWriter()
  for (const side of [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]) writer.int16(side)
  return writer.finish(1)
}

function readComposite(reader: ByteReader): { bytes: Buffer; hasInstructions: boolean } {
  const parts: Buffer[] = []
  let flags = MORE
  let hasInstructions = false
  while ((flags & MORE) !== 0) {
    flags = reader.peekUint16()
    hasInstructions ||= (flags & INSTRUCTIONS) !== 0
    const scales =
      (flags & SCALE) !== 0 ? 2 : (flags & TWO_SCALES) !== 0 ? 4 : (flags & FOUR_SCALES) !== 0 ? 8 : 0
    parts.push(reader.bytes(4 + ((flags & WORDS) !== 0 ? 4 : 2) + scales))
  }
  return { bytes: Buffer.concat(parts), hasInstructions }
}

function withLongOffsets(head: Buffer | undefined): Buffer {
  const changed = Buffer.from(head ?? Buffer.alloc(54))
  changed.writeInt16BE(1, 50)
  return changed
}

function rebuildMetrics(hmtx: Buffer | undefined, hhea: Buffer | undefined, left: readonly number[]): Buffer {
  const reader = byteReader(hmtx ?? Buffer.alloc(1))
  const widthCount = hhea?.readUInt16BE(34) ?? 0
  const flags = reader.uint8()
  const widths = Array.from({ length: widthCount }, () => reader.uint16())
  const sideOf = (isStored: boolean, glyph: number) => (isStored ? reader.int16() : (left[glyph] ?? 0))
  const first = widths.map((_, glyph) => sideOf((flags & 1) === 0, glyph))
  const writer = byteWriter()
  for (const [glyph, width] of widths.entries()) {
    writer.int16(width)
    writer.int16(first[glyph] ?? 0)
  }
  for (let glyph = widthCount; glyph < left.length; glyph += 1) writer.int16(sideOf((flags & 2) === 0, glyph))
  return writer.finish(1)
}

/** Checksums stay 0: nothing here checks them. */
function writeFont(flavor: number, tables: ReadonlyMap<string, Buffer>): Buffer {
  const sorted = [...tables].sort(([a], [b]) => (a < b ? -1 : 1))
  const writer = byteWriter()
  writer.uint32(flavor)
  writer.int16(sorted.length)
  for (let unused = 0; unused < 3; unused += 1) writer.int16(0)
  let offset = 12 + 16 * sorted.length
  for (const [tag, { length }] of sorted) {
    writer.bytes(Buffer.from(tag, 'latin1'))
    for (const value of [0, offset, length]) writer.uint32(value)
    offset += Math.ceil(length / 4) * 4
  }
  const padded = sorted.map(([, bytes]) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]))
  return Buffer.concat([writer.finish(1), ...padded])
}

type ByteReader = ReturnType<typeof byteReader>

/** Reads numbers with the most significant byte first. */
function byteReader(buffer: Buffer) {
  let at = 0
  const take = (size: number) => {
    const start = at
    at += size
    if (at > buffer.length) throw new RangeError('the font ends too early')
    return start
  }
  return {
    uint8: () => buffer.readUInt8(take(1)),
    uint16: () => buffer.readUInt16BE(take(2)),
    int16: () => buffer.readInt16BE(take(2)),
    uint32: () => buffer.readUInt32BE(take(4)),
    peekUint16: () => buffer.readUInt16BE(at),
    bytes: (size: number) => buffer.subarray(take(size), at),
    skip: (size: number) => void take(size),
    /** Seven bits a byte, the first bit of all but the last byte set. */
    base128(): number {
      let value = 0
      for (;;) {
        const byte = buffer.readUInt8(take(1))
        value = value * 128 + (byte & 127)
        if (byte < 128) return value
      }
    },
    /** A number below 65,536 in one to three bytes. */
    uint16of255(): number {
      const first = buffer.readUInt8(take(1))
      if (first === 253) return buffer.readUInt16BE(take(2))
      if (first === 254) return 506 + buffer.readUInt8(take(1))
      return first === 255 ? 253 + buffer.readUInt8(take(1)) : first
    },
  }
}

type ByteWriter = ReturnType<typeof byteWriter>

function byteWriter() {
  const parts: Buffer[] = []
  const number = (size: number) => (value: number) => {
    const buffer = Buffer.alloc(size)
    if (value < 0) buffer.writeIntBE(value, 0, size)
    else buffer.writeUIntBE(value, 0, size)
    parts.push(buffer)
  }
  return {
    uint8: number(1),
    int16: number(2),
    uint32: number(4),
    bytes: (value: Buffer) => void parts.push(value),
    finish(multiple: number): Buffer {
      const bytes = Buffer.concat(parts)
      return Buffer.concat([bytes, Buffer.alloc((multiple - (bytes.length % multiple)) % multiple)])
    },
  }
}
