import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import { MAX_MEDIA_FILES } from '@fieldhouse/contract/media'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../http/errors/api-error.ts'
import { createGcTransform } from '../../media/gc-transform.ts'

const MB = 1024 * 1024

/** Exact texts. Source: decisions, 8; specification, 5. */
const TOO_LARGE_MESSAGE = 'That file is too large for the server limit.'
const UNSUPPORTED_MEDIA_MESSAGE = 'Only images and videos can be uploaded.'

export function tooLargeError(cause?: unknown): ApiError {
  return new ApiError('too_large', { message: TOO_LARGE_MESSAGE, cause })
}

export function unsupportedMediaError(cause?: unknown): ApiError {
  return new ApiError('unsupported_media_type', { message: UNSUPPORTED_MEDIA_MESSAGE, cause })
}

/**
 * Streams the files of a multipart form into a temporary folder and passes their paths to `work`. The
 * folder is always removed afterwards. Throws an ApiError when the form is malformed, has no files or
 * too many, or when a file exceeds the size limit.
 */
export async function withUploadedFiles<Result>(
  request: FastifyRequest,
  { stagingFolder, maxFileMb }: { stagingFolder: string; maxFileMb: number },
  work: (paths: string[]) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) throw unsupportedMediaError()
  const folder = join(stagingFolder, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await work(await receiveUploads(request, folder, maxFileMb * MB))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function receiveUploads(request: FastifyRequest, folder: string, fileSize: number): Promise<string[]> {
  const paths: string[] = []
  try {
    // Accept one file more than allowed, so that the error can name the limit.
    const limits = { files: MAX_MEDIA_FILES + 1, fileSize, fields: 10, fieldSize: 1000 }
    for await (const part of readParts(request, limits)) {
      if (part.fieldname !== 'files') throw invalidFormError("Upload the files in the form field 'files'.")
      if (paths.length === MAX_MEDIA_FILES)
        throw invalidFormError(`Upload at most ${MAX_MEDIA_FILES} files at a time.`)
      const path = join(folder, String(paths.length))
      await saveFile(part, path)
      paths.push(path)
    }
  } catch (error) {
    // Drain the request: many browsers read the response only after they have sent the whole body.
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

/** Whether writing to disk failed, as opposed to reading the request. */
function isDiskError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall !== 'read'
}

/** The multipart parser rarely sets error codes, so errors without a status mean a malformed body. */
function malformedBodyError(cause: unknown): unknown {
  if (cause instanceof Error && 'statusCode' in cause) return cause
  return new ApiError('malformed_body', { message: 'The upload is incomplete or malformed.', cause })
}

function invalidFormError(message: string): ApiError {
  return new ApiError('invalid_input', { message, fields: { files: message } })
}
