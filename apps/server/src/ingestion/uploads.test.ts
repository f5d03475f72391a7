import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import fastify, { type FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ApiError, invalidField } from '../http/errors/api-error.ts'
import { registerErrorHandlers } from '../http/errors/error-handler.ts'
import { readUploads, type UploadForm, withUploads } from '../http/file-transfers.ts'

const FORM: UploadForm = {
  field: 'files',
  maxFiles: 2,
  maxFileBytes: 10,
  total: { maxBytes: 15, message: 'Too much.' },
  notMultipart: 'Send a form.',
  noFiles: 'Choose a file.',
  fileTooLarge: (fileName) => `${fileName} is too large.`,
  wrongField: (fileName) => invalidField('files', `${fileName} is in the wrong field.`),
  tooManyFiles: () => new ApiError('too_large', { message: 'Too many files.' }),
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldhouse-uploads-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const readInMemory = (form: UploadForm) => async (request: FastifyRequest) =>
  (await readUploads(request, form)).map(({ fileName, bytes }) => `${fileName}: ${String(bytes)}`)

const readFromDisk = (form: UploadForm) => (request: FastifyRequest) =>
  withUploads(request, form, folder, async (paths) => paths.map((path) => readFileSync(path, 'utf8')))

const filePart = (name: string, content: string, field = 'files') =>
  `--b\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n${content}\r\n`
const fieldPart = (field: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`
const END = '--b--\r\n'

/** Sends a form to a handler. Returns the status and the response or its error message. */
async function send(
  handler: (request: FastifyRequest) => Promise<unknown>,
  payload: string,
  contentType = 'multipart/form-data; boundary=b',
) {
  const app = fastify()
  registerErrorHandlers(app)
  await app.register(multipart)
  app.post('/', handler)
  const response = await app.inject({
    method: 'POST',
    url: '/',
    payload,
    headers: { 'content-type': contentType },
  })
  await app.close()
  const body = response.json()
  return [response.statusCode, body.error ?? body]
}

const TOO_MANY_FIELDS = Array.from({ length: 12 }, (_, index) => fieldPart(`f${index}`, 'x')).join('')

it.each<[title: string, payload: string, status: number, error?: string]>([
  ['accepts the allowed files', filePart('a', '0123456789') + filePart('b', '12345') + END, 200],
  ['rejects a file over the limit', filePart('a', '0123456789!') + END, 413, 'a is too large.'],
  [
    'rejects files over the total limit',
    filePart('a', '0123456789') + filePart('b', '123456') + END,
    413,
    'Too much.',
  ],
  [
    'rejects a file too many',
    ['a', 'b', 'c'].map((name) => filePart(name, '1')).join('') + END,
    413,
    'Too many files.',
  ],
  ['rejects a file in another field', filePart('a', '1', 'other') + END, 400, 'a is in the wrong field.'],
  ['rejects a form without files', fieldPart('files', '1') + END, 400, 'Choose a file.'],
  ['rejects too many fields', TOO_MANY_FIELDS + END, 413, "That's too large. Try something smaller."],
  [
    'rejects a truncated file',
    '--b\r\ncontent-disposition: form-data; name="files"; filename="a"\r\n\r\n0123',
    400,
    'The upload is incomplete or malformed.',
  ],
])('%s, in memory and on disk', async (_, payload, status, error = '') => {
  const inMemory = await send(readInMemory(FORM), payload)
  const onDisk = await send(readFromDisk(FORM), payload)
  expect(inMemory).toEqual([status, error || ['a: 0123456789', 'b: 12345']])
  expect(onDisk).toEqual([status, error || ['0123456789', '12345']])
  expect(readdirSync(folder)).toEqual([])
})

it('rejects a request that is not a form', async () => {
  const app = fastify()
  registerErrorHandlers(app)
  await app.register(multipart)
  app.post('/', readInMemory(FORM))
  const response = await app.inject({ method: 'POST', url: '/', payload: {} })
  expect([response.statusCode, response.json().error]).toEqual([415, 'Send a form.'])
  await app.close()
})

it('ignores everything after the last allowed file when extra files are not an error', async () => {
  const payload = filePart('a', '1') + filePart('b', 'x'.repeat(100_000), 'other')
  const form = { ...FORM, maxFiles: 1, tooManyFiles: null }
  expect(await send(readInMemory(form), payload)).toEqual([200, ['a: 1']])
})

it('passes the values of other fields to the form', async () => {
  const fields: string[] = []
  const onField = (name: string, value: string) => void fields.push(`${name}=${value}`)
  const payload = fieldPart('name', 'Harbour') + filePart('a', '1') + fieldPart('files', 'text') + END
  expect(await send(readFromDisk({ ...FORM, onField }), payload)).toEqual([200, ['1']])
  expect(fields).toEqual(['name=Harbour', 'files=text'])
})

it('removes the temporary files when the work fails', async () => {
  const failing = (request: FastifyRequest) =>
    withUploads(request, FORM, folder, async () => {
      expect(readdirSync(folder)).toHaveLength(1)
      throw new ApiError('not_allowed')
    })
  expect((await send(failing, filePart('a', '1') + END))[0]).toBe(403)
  expect(readdirSync(folder)).toEqual([])
})
