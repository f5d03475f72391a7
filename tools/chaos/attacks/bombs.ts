import { randomBytes } from 'node:crypto'
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

const MI = 1024 * 1024

export const BOMBS = {
  season: () => `${'['.repeat(9 * MI)}${']'.repeat(9 * MI)}`,

  emptyLists: () => archiveWith(Buffer.from(`[${'[],'.repeat(60 * MI)}[]]`)),

  /** A league archive whose table is as large as the server accepts, with rows that do not compress too well. */
  rows: () =>
    archiveWith(
      Buffer.from(
        `[${Array.from({ length: 400_000 }, (_, id) => `{"id":${id},"name":"${(id * 2_654_435_761) % 4_294_967_296}"}`).join()}]`,
      ),
    ),

  picture: () => encodePng(7900, 7900),

  noise: () => encodePng(2000, 2000, randomBytes(2001 * 2000)),

  hugePicture: () => encodePng(50_000, 50_000, Buffer.alloc(500_000)),
}

function archiveWith(table: Buffer): Buffer<ArrayBuffer> {
  const manifest = {
    format: 'fieldhouse league',
    version: 1,
    exported_at: '2026-11-01T00:00:00Z',
    name: 'Bomb',
    people: [],
  }
  return encodeZip([
    ['league.json', Buffer.from(JSON.stringify(manifest))],
    ['tables/leagues.json', table],
  ])
}

function encodeZip(files: readonly (readonly [name: string, content: Buffer])[]): Buffer<ArrayBuffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of files) {
    const data = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, rest, Buffer.from(name)]),
    )
    parts.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    8,
  )
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end])
}

/** An 8-bit gray PNG, black unless other rows are given. Each row begins with the byte of its filter. */
export function encodePng(
  width: number,
  height: number,
  rows: Buffer = Buffer.alloc((width + 1) * height),
): Buffer<ArrayBuffer> {
  for (let at = 0; at < rows.length; at += width + 1) rows[at] = 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const content = Buffer.concat([Buffer.from(type), data])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}
