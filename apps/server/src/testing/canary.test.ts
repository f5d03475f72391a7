import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { findSecrets } from './canary.ts'

const VALUE = 'k{4}naríenvogel/+7"'
const SECRETS = [
  { name: 'canary', value: VALUE },
  { name: 'other', value: 'is not here' },
]

async function createArchive(content: Buffer | string): Promise<Buffer> {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from('first'), 'first.txt')
  zip.addBuffer(Buffer.from(content as string), 'second.txt')
  zip.end()
  return buffer(zip.outputStream)
}

it.each([
  ['as plain text', `a ${VALUE} b`],
  ['in JSON', JSON.stringify({ a: [VALUE] })],
  ['in a URL', `/?a=${encodeURIComponent(VALUE)}&b`],
  ['as base64', Buffer.from(VALUE).toString('base64')],
  ['as base64 after one byte', Buffer.from(`a${VALUE}bcd`).toString('base64')],
  ['as base64 after two bytes', Buffer.from(`ab${VALUE}`).toString('base64url')],
  ['as hex', Buffer.from(VALUE).toString('hex')],
  ['as UTF-16', Buffer.from(VALUE, 'utf16le')],
  [
    'in gzip data between other bytes',
    Buffer.concat([Buffer.from('ab'), gzipSync(VALUE), Buffer.from('cd')]),
  ],
])('finds a secret %s', (_, bytes) => {
  expect(findSecrets(SECRETS, bytes)).toEqual(['canary'])
})

it('finds a secret in a nested archive', async () => {
  expect(findSecrets(SECRETS, await createArchive(await createArchive(gzipSync(VALUE))))).toEqual(['canary'])
})

it('finds nothing in an archive without the secret', async () => {
  expect(findSecrets(SECRETS, await createArchive(`${VALUE.slice(0, -1)} PK\u0003\u0004`))).toEqual([])
})
