import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listFiles } from '../../testing/list-files.ts'
import { createAnimatedImage, createPhoto, createPicture, createVideo } from '../../testing/media-files.ts'
import { postFiles } from '../../testing/multipart-form.ts'
import { createSocialLeague, type SocialLeague } from '../../testing/social-league-fixture.ts'

/** Must not appear in any served image. */
const CANARY = '<script>canary()</script>'

let league: SocialLeague
beforeAll(async () => {
  league = await createSocialLeague({ MAX_UPLOAD_MB: 1 })
})
afterAll(() => league.testApp.close())

const toLatin1 = (text: string) => Buffer.from(text, 'latin1')
const concat = (...parts: (string | Uint8Array)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? toLatin1(part) : part)))

function pngChunk(name: string, content: Uint8Array): Buffer {
  const body = concat(name, content)
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return concat(frame.subarray(0, 4), body, frame.subarray(4))
}

/** A PNG header that declares the given size, followed by almost no image data. */
function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return concat('\x89PNG\r\n\x1a\n', pngChunk('IHDR', header), pngChunk('IDAT', Buffer.alloc(20)))
}

function patch(file: Buffer, at: number, hex: string): Buffer {
  const bytes = Buffer.from(hex, 'hex')
  return concat(file.subarray(0, at), bytes, file.subarray(at + bytes.length))
}

const truncate = (file: Buffer) => file.subarray(0, Math.floor(file.length / 2))
const createPictureFile = async (type: 'png' | 'jpeg' | 'webp' | 'avif') =>
  Buffer.from(await createPicture(64, 48).toFormat(type).toBuffer())
/** Inserts a text chunk after the PNG header. */
const insertTextChunk = (png: Buffer) =>
  concat(png.subarray(0, 33), pngChunk('tEXt', toLatin1(`Comment\0${CANARY}`)), png.subarray(33))

const MALICIOUS_FILES: [name: string, status: number, content: () => Promise<Buffer> | Buffer][] = [
  ['empty.jpg', 415, () => Buffer.alloc(0)],
  ['one byte.png', 415, () => toLatin1('\x89')],
  ['page.jpg', 415, () => toLatin1(`<!doctype html>${CANARY}`)],
  ['drawing.svg', 415, () => toLatin1(`<svg xmlns="http://www.w3.org/2000/svg">${CANARY}</svg>`)],
  [
    'drawing.png',
    415,
    () => toLatin1(`\xef\xbb\xbf<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]><svg/>`),
  ],
  ['HTML after a JPEG header.jpg', 415, () => concat('\xff\xd8\xff\xe0\0\x10JFIF\0', `<html>${CANARY}`)],
  ['GIF and JavaScript polyglot.gif', 415, () => toLatin1(`GIF89a/*${'\0'.repeat(20)}*/=1;canary()//`)],
  [
    'HTML appended to a JPEG.jpg',
    200,
    async () => concat(await createPictureFile('jpeg'), `<html>${CANARY}`),
  ],
  [
    'ZIP appended to a PNG.png',
    200,
    async () => concat(await createPictureFile('png'), `PK\x03\x04${CANARY}`),
  ],
  ['PNG with a text chunk.png', 200, async () => insertTextChunk(await createPictureFile('png'))],
  [
    'HTML in Exif data.jpg',
    200,
    async () =>
      Buffer.from(
        await createPicture(64, 48)
          .withExif({ IFD0: { Copyright: CANARY } })
          .jpeg()
          .toBuffer(),
      ),
  ],
  ['animated GIF with trailing bytes.gif', 200, async () => concat(await createAnimatedImage('gif'), CANARY)],
  ['truncated.jpg', 415, async () => truncate(await createPictureFile('jpeg'))],
  ['truncated.png', 415, async () => truncate(await createPictureFile('png'))],
  ['truncated.webp', 415, async () => truncate(await createPictureFile('webp'))],
  ['truncated.avif', 415, async () => truncate(await createPictureFile('avif'))],
  ['bomb.png', 413, () => hugePng(60_000, 60_000)],
  ['wide bomb.png', 413, () => hugePng(30_000, 3000)],
  ['header only.png', 415, () => hugePng(100, 100)],
  ['declares a huge size.gif', 200, async () => patch(await createAnimatedImage('gif'), 6, 'ffffffff')],
  ['bomb.webp', 415, () => patch(concat('RIFF\x1e\0\0\0WEBPVP8X\x0a', Buffer.alloc(13)), 24, 'fe3f00fe3f00')],
  ['document.pdf', 415, () => toLatin1(`%PDF-1.7\n${CANARY}`)],
  ['archive.zip', 415, () => toLatin1('PK\x03\x04\x14\0\0\0')],
  ['program.png', 415, () => toLatin1('\x7fELF\x02\x01\x01')],
  ['song.mp4', 415, () => toLatin1('ID3\x04\0\0\0\0\0\0')],
  ['heic.jpg', 415, () => toLatin1('\0\0\0\x18ftypheic\0\0\0\0mif1heic')],
  ['matroska.webm', 415, () => Buffer.from('1a45dfa3934282886d6174726f736b6142878104', 'hex')],
  ['HTML appended to a video.mp4', 200, () => concat(createVideo('mp4', 100), CANARY)],
]

const MALICIOUS_NAMES = [
  '../../../etc/passwd',
  'C:\\con\\nul.jpg',
  '\u202egpj.exe',
  'x'.repeat(5000),
  '%00.jpg',
  ' ',
  '🏈',
  '"; filename="b.html',
]

it('sanitizes malicious files or rejects them without storing anything', async () => {
  for (const [index, [name, status, content]] of MALICIOUS_FILES.entries()) {
    league.advanceClock(10 * 60_000)
    const before = listStoredFiles()
    const { body, ...response } = await upload(name, await content(), index)
    expect([name, response.status, body.error]).toEqual([name, status, MESSAGES[status]])
    if (status !== 200) expect([name, listStoredFiles()]).toEqual([name, before])
    else await expectHarmless(name, body.items[0])
  }
})

it('stores files under generated names and ignores the names in the request', async () => {
  const photo = await createPhoto()
  for (const name of MALICIOUS_NAMES) {
    league.advanceClock(10 * 60_000)
    const { status } = await postFiles(league.clients.player, UPLOAD_URL, [{ name, content: photo }])
    expect([name, status]).toEqual([name, 200])
  }
  for (const path of listStoredFiles()) expect(path).toMatch(/^[\da-f]{2}\/[\da-f-]{36}(-grid)?$/)
})

const UPLOAD_URL = '/api/league/Harbour/social/media/'

const MESSAGES: Record<number, string> = {
  413: 'That file is too large for the server limit.',
  415: 'Only images and videos can be uploaded.',
}

function upload(name: string, content: Buffer, index: number) {
  const actor = index % 2 === 0 ? 'player' : 'viewer'
  return postFiles(league.clients[actor], UPLOAD_URL, [{ name, content: new Uint8Array(content) }])
}

const listStoredFiles = () => listFiles(league.testApp.mediaFolder).map(({ name }) => name)

async function expectHarmless(name: string, item: { url: string; kind: string; content_type: string }) {
  for (const size of ['full', 'grid']) {
    const reply = await league.testApp.app.inject({
      url: `${item.url}?size=${size}`,
      cookies: Object.fromEntries(league.clients.player.cookies),
    })
    expect(reply.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    })
    expect(reply.headers['content-type']).toMatch(/^(?:image|video)\/(?!svg)/)
    if (item.kind === 'image') expect([name, reply.rawPayload.includes('canary')]).toEqual([name, false])
  }
}
