import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { removeVideoMetadata } from './video-metadata.ts'

const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-video-'))
afterAll(() => rmSync(folder, { recursive: true }))

const LOCATION = '+47.6062-122.3321/'

async function edit(bytes: Buffer, contentType: string): Promise<Buffer> {
  const path = join(folder, 'video')
  writeFileSync(path, bytes)
  await removeVideoMetadata(path, contentType)
  return readFileSync(path)
}

const text = (value: string) => Buffer.from(value, 'latin1')

function uint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  return Buffer.concat([uint32(body.length + 8), text(type), body])
}

const longBox = (type: string, body: Buffer): Buffer => {
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(body.length + 16))
  return Buffer.concat([uint32(1), text(type), size, body])
}

/** A track with one chunk of two samples at an offset. */
const track = (handler: string, offset: number, sizes: number[], ...more: Buffer[]) =>
  box(
    'trak',
    box('tkhd', text(`header of ${handler}`)),
    box(
      'mdia',
      box('hdlr', uint32(0, 0), text(handler), uint32(0, 0, 0)),
      box(
        'minf',
        box(
          'stbl',
          box('stsz', uint32(0, 0, sizes.length, ...sizes)),
          box('stsc', uint32(0, 1, 1, sizes.length, 1)),
          box('stco', uint32(0, 1, offset)),
        ),
      ),
    ),
    ...more,
  )

const FTYP = box('ftyp', text('qt  \0\0\u0002\0qt  '))
const PICTURES = text('the pictures')
const POSITIONS = text(`${LOCATION}${LOCATION}`)
const MDAT = box('mdat', PICTURES, POSITIONS)
const PICTURES_AT = FTYP.length + 8

const MOOV = box(
  'moov',
  box('mvhd', text('the duration')),
  track('vide', PICTURES_AT, [12], box('udta', box('loci', text(`Seattle ${LOCATION}`)))),
  track('meta', PICTURES_AT + PICTURES.length, [18, 18]),
  box('udta', box('©xyz', text(LOCATION)), box('©mod', text('A camera'))),
  box(
    'meta',
    box('keys', text('com.apple.quicktime.location.ISO6709')),
    box('ilst', box('data', text(LOCATION))),
  ),
)

describe.each(['video/mp4', 'video/quicktime'])('removing the metadata of %s', (type) => {
  it.each([
    ['a file with the index at the end', Buffer.concat([FTYP, MDAT, MOOV])],
    ['boxes with 64-bit sizes', Buffer.concat([FTYP, MDAT, longBox('moov', MOOV.subarray(8))])],
    [
      'XMP, and deleted boxes',
      Buffer.concat([FTYP, MDAT, MOOV, box('uuid', text(LOCATION)), box('free', MOOV)]),
    ],
    ['a truncated box', Buffer.concat([FTYP, MDAT, MOOV, box('uuid', text(LOCATION)).subarray(0, -2)])],
    ['a last box without a size', Buffer.concat([FTYP, MDAT, uint32(0), MOOV.subarray(4)])],
  ])('leaves no location in %s, and changes nothing else', async (_, video) => {
    const edited = await edit(video, type)
    expect(edited.length).toBe(video.length)
    const content = edited.toString('latin1')
    for (const secret of ['47.6', 'Seattle', 'ISO6709', 'A camera']) expect(content).not.toContain(secret)
    expect(edited.subarray(0, FTYP.length + 8 + PICTURES.length)).toEqual(
      video.subarray(0, FTYP.length + 8 + PICTURES.length),
    )
    for (const preserved of ['mvhd', 'the duration', 'header of vide', 'stco'])
      expect(content).toContain(preserved)
    expect(content).not.toContain('header of meta')
    expect(await edit(edited, type)).toEqual(edited)
  })

  it('changes nothing in a file without metadata', async () => {
    const video = Buffer.concat([FTYP, MDAT, box('moov', box('mvhd'), track('vide', PICTURES_AT, [12]))])
    expect(await edit(video, type)).toEqual(video)
  })
})

/** An element with a size of 8 bytes. */
const element = (id: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE((1n << 56n) + BigInt(body.length))
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}
const unknownSize = (id: string, ...content: Buffer[]) =>
  Buffer.concat([Buffer.from(`${id}01ffffffffffffff`, 'hex'), ...content])

const EBML = element('1a45dfa3', text('webm'))
const TAGS = element('1254c367', element('7373', text(`LOCATION ${LOCATION}`)))
const BLOCK = element('a3', text('the pictures'))
const INFO = element('1549a966', text('the duration'))

describe('removing the metadata of video/webm', () => {
  it.each([
    ['a file', Buffer.concat([EBML, element('18538067', INFO, TAGS, element('1f43b675', BLOCK))])],
    [
      'tags after the clusters',
      Buffer.concat([EBML, element('18538067', INFO, element('1f43b675', BLOCK), TAGS)]),
    ],
    [
      'a recording of a browser, whose sizes are unknown',
      Buffer.concat([EBML, unknownSize('18538067', INFO, unknownSize('1f43b675', BLOCK, BLOCK), TAGS)]),
    ],
    ['an attachment', Buffer.concat([EBML, element('18538067', INFO, element('1941a469', TAGS), BLOCK)])],
  ])('leaves no location in %s, and changes nothing else', async (_, video) => {
    const edited = await edit(video, 'video/webm')
    expect(edited.length).toBe(video.length)
    const content = edited.toString('latin1')
    expect(content).not.toContain('LOCATION')
    expect(content).not.toContain('47.6')
    for (const preserved of ['the pictures', 'the duration']) expect(content).toContain(preserved)
    expect(await edit(edited, 'video/webm')).toEqual(edited)
  })

  it('erases elements of any length', async () => {
    for (const length of [0, 1, 2, 3, 4, 5, 200]) {
      const tags = Buffer.concat([
        Buffer.from('1254c367', 'hex'),
        Buffer.from([0x80 | length]),
        text('x'.repeat(length)),
      ])
      const small = Buffer.concat([EBML, element('18538067', length < 127 ? tags : TAGS, INFO)])
      const edited = await edit(small, 'video/webm')
      expect([edited.length, edited.includes('x'), edited.includes('the duration')]).toEqual([
        small.length,
        false,
        true,
      ])
      expect(await edit(edited, 'video/webm')).toEqual(edited)
    }
  })
})

it('ends for any bytes and never changes the size of a file', async () => {
  const types = ['box', 'moov', 'trak', 'udta', 'mdia', 'minf', 'stbl', 'stsz', 'stsc', 'stco'].map((type) =>
    text(type),
  )
  const part = fc.oneof(
    fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom(...types, MOOV, TAGS, EBML, Buffer.from('18538067', 'hex')),
    fc.nat(300).map((size) => uint32(size)),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 30 }),
      fc.constantFrom('video/mp4', 'video/webm'),
      async (parts, type) => {
        const bytes = Buffer.concat(parts)
        expect((await edit(bytes, type)).length).toBe(bytes.length)
      },
    ),
    { numRuns: 300 },
  )
})
