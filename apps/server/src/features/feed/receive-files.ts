import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import { MAX_MEDIA_FILES } from '@fieldhouse/contract/media'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../http/api-error.ts'
import { freeingSpent } from '../../media/spent-buffers.ts'

const MB = 1024 * 1024

/** Exact, decisions 8 and section 5 of the specification. */
const TOO_LARGE = 'That file is too large for the server limit.'
const NO_MEDIUM = 'Only images and videos can be uploaded.'

export function tooLarge(cause?: unknown): ApiError {
  return new ApiError('too_large', { sentence: TOO_LARGE, cause })
}

export function noMedium(cause?: unknown): ApiError {
  return new ApiError('unsupported_media_type', { sentence: NO_MEDIUM, cause })
}

/**
 * Streams the files of a form into a folder of their own, and gives their paths to `work`; the
 * folder is gone when it ends, however it ends. Throws an ApiError for a form that is damaged, or
 * holds no file, too many, or one that is larger than the limit.
 */
export async function withReceivedFiles<Result>(
  request: FastifyRequest,
  { incoming, fileMb }: { incoming: string; fileMb: number },
  work: (paths: string[]) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) throw noMedium()
  const folder = join(incoming, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await work(await receive(request, folder, fileMb * MB))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function receive(request: FastifyRequest, folder: string, fileSize: number): Promise<string[]> {
  const paths: string[] = []
  try {
    // One file more than is taken, so that the answer can say so.
    const limits = { files: MAX_MEDIA_FILES + 1, fileSize, fields: 10, fieldSize: 1000 }
    for await (const part of partsOf(request, limits)) {
      if (part.fieldname !== 'files') throw wrongForm("Send the files as the field 'files'.")
      if (paths.length === MAX_MEDIA_FILES) throw wrongForm(`Send at most ${MAX_MEDIA_FILES} files at once.`)
      const path = join(folder, String(paths.length))
      await save(part, path)
      paths.push(path)
    }
  } catch (error) {
    // Many browsers read an answer only after they have sent everything.
    request.raw.unpipe()
    request.raw.resume()
    throw error
  }
  if (paths.length === 0) throw wrongForm('Choose at least one file.')
  return paths
}

async function save(part: MultipartFile, path: string): Promise<void> {
  try {
    await pipeline(part.file, freeingSpent(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    throw isOfTheDisk(error) ? error : damaged(error)
  }
  if (part.file.truncated) throw tooLarge()
}

async function* partsOf(request: FastifyRequest, limits: object): AsyncGenerator<MultipartFile> {
  try {
    yield* request.files({ limits, throwFileSizeLimit: false })
  } catch (error) {
    throw damaged(error)
  }
}

/** Whether writing failed, and not reading what is sent. */
function isOfTheDisk(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall !== 'read'
}

/** The reader of forms has hardly any codes for what it cannot read. */
function damaged(cause: unknown): unknown {
  if (cause instanceof Error && 'statusCode' in cause) return cause
  return new ApiError('malformed_body', { sentence: 'The form is damaged or breaks off.', cause })
}

function wrongForm(sentence: string): ApiError {
  return new ApiError('invalid_input', { sentence, fields: { files: sentence } })
}
