import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import { MAX_MEDIA_FILES } from '@fieldhouse/contract/media'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../http/api-error.ts'
import { createGcTransform } from '../../media/gc-transform.ts'

const MB = 1024 * 1024

/** Exact, decisions 8 and section 5 of the specification. */
const TOO_LARGE_MESSAGE = 'That file is too large for the server limit.'
const UNSUPPORTED_MEDIA_MESSAGE = 'Only images and videos can be uploaded.'

export function tooLargeError(cause?: unknown): ApiError {
  return new ApiError('too_large', { message: TOO_LARGE_MESSAGE, cause })
}

export function unsupportedMediaError(cause?: unknown): ApiError {
  return new ApiError('unsupported_media_type', { message: UNSUPPORTED_MEDIA_MESSAGE, cause })
}

/**
 * Streams the files of a form into a folder of their own, and gives their paths to `work`; the
 * folder is gone when it ends, however it ends. Throws an ApiError for a form that is damaged, or
 * holds no file, too many, or one that is larger than the limit.
 */
export async function withUploadedFiles<Result>(
  request: FastifyRequest,
  { incoming, fileMb }: { incoming: string; fileMb: number },
  work: (paths: string[]) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) throw unsupportedMediaError()
  const folder = join(incoming, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await work(await receiveUploads(request, folder, fileMb * MB))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function receiveUploads(request: FastifyRequest, folder: string, fileSize: number): Promise<string[]> {
  const paths: string[] = []
  try {
    // One file more than is taken, so that the answer can say so.
    const limits = { files: MAX_MEDIA_FILES + 1, fileSize, fields: 10, fieldSize: 1000 }
    for await (const part of readParts(request, limits)) {
      if (part.fieldname !== 'files') throw invalidFormError("Send the files as the field 'files'.")
      if (paths.length === MAX_MEDIA_FILES)
        throw invalidFormError(`Send at most ${MAX_MEDIA_FILES} files at once.`)
      const path = join(folder, String(paths.length))
      await saveFile(part, path)
      paths.push(path)
    }
  } catch (error) {
    // Many browsers read an answer only after they have sent everything.
    request.raw.unpipe()
    request.raw.resume()
    throw error
  }
  if (paths.length === 0) throw invalidFormError('Choose at least one file.')
  return paths
}

async function saveFile(part: MultipartFile, path: string): Promise<void> {
  try {
    await pipeline(part.file, createGcTransform(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    throw isDiskError(error) ? error : malformedBodyError(error)
  }
  if (part.file.truncated) throw tooLargeError()
}

async function* readParts(request: FastifyRequest, limits: object): AsyncGenerator<MultipartFile> {
  try {
    yield* request.files({ limits, throwFileSizeLimit: false })
  } catch (error) {
    throw malformedBodyError(error)
  }
}

/** Whether writing failed, and not reading what is sent. */
function isDiskError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall !== 'read'
}

/** The reader of forms has hardly any codes for what it cannot read. */
function malformedBodyError(cause: unknown): unknown {
  if (cause instanceof Error && 'statusCode' in cause) return cause
  return new ApiError('malformed_body', { message: 'The form is damaged or breaks off.', cause })
}

function invalidFormError(sentence: string): ApiError {
  return new ApiError('invalid_input', { message: sentence, fields: { files: sentence } })
}
