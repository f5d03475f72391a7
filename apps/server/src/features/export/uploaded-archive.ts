import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../http/api-error.ts'

const GB = 1024 ** 3
const MAX_GB = 4

type UploadedArchive = { path: string; name: string | null }

/**
 * Writes the archive of a form to a file that is gone when `work` ends, however it ends. Throws an
 * ApiError for a form that is damaged, too large, or has no file.
 */
export async function withUploadedArchive<Result>(
  request: FastifyRequest,
  incoming: string,
  work: (received: UploadedArchive) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) {
    const sentence = 'Send the archive as a form (multipart/form-data).'
    throw new ApiError('unsupported_media_type', { message: sentence })
  }
  const folder = join(incoming, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await work(await receiveUpload(request, join(folder, 'archive')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function receiveUpload(request: FastifyRequest, path: string): Promise<UploadedArchive> {
  let name: string | null = null
  let hasFile = false
  try {
    for await (const part of readParts(request)) {
      if (part.type === 'field') {
        if (part.fieldname === 'name') name = parseName(part.value)
        continue
      }
      if (part.fieldname !== 'file' || hasFile)
        throw invalidFormError("Send one archive, as the field 'file'.")
      await saveFile(part, path)
      hasFile = true
    }
  } catch (error) {
    // Many browsers read an answer only after they have sent everything.
    request.raw.unpipe()
    request.raw.resume()
    throw error
  }
  if (!hasFile) throw invalidFormError('Choose an archive.')
  return { path, name }
}

/** null where the field is left empty. */
function parseName(value: unknown): string | null {
  const text = String(value)
  if (text.includes('\0') || !text.isWellFormed()) {
    const sentence = 'That text holds a character that cannot be stored.'
    throw new ApiError('invalid_input', { message: sentence, fields: { name: sentence } })
  }
  return text.trim() === '' ? null : text
}

async function saveFile(part: MultipartFile, path: string): Promise<void> {
  try {
    await pipeline(part.file, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    const isOfTheDisk = error instanceof Error && 'syscall' in error && error.syscall !== 'read'
    throw isOfTheDisk ? error : malformedBodyError(error)
  }
  if (part.file.truncated) throw new ApiError('too_large', { message: `An archive may have ${MAX_GB} GB.` })
}

async function* readParts(request: FastifyRequest) {
  const limits = { files: 2, fileSize: MAX_GB * GB, fields: 10, fieldSize: 1000 }
  try {
    yield* request.parts({ limits })
  } catch (error) {
    throw malformedBodyError(error)
  }
}

/** The reader of forms has hardly any codes for what it cannot read. */
function malformedBodyError(cause: unknown): unknown {
  if (cause instanceof Error && 'statusCode' in cause) return cause
  return new ApiError('malformed_body', { message: 'The form is damaged or breaks off.', cause })
}

function invalidFormError(sentence: string): ApiError {
  return new ApiError('invalid_input', { message: sentence, fields: { file: sentence } })
}
