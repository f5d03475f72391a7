import type { MultipartFile } from '@fastify/multipart'
import { MAX_SEASON_FILES } from '@fieldhouse/contract/seasons'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../http/errors/api-error.ts'
import { fileError, type UploadedFile } from './season-file.ts'

const MB = 1024 * 1024
const MAX_FILE_MB = 20
/** The limit for all files of a form together, which are in memory at the same time. */
const MAX_FORM_MB = 60

/** The limits of the multipart parser. It accepts one extra file, so that the error can name the limit. */
export const FORM_LIMITS = {
  files: MAX_SEASON_FILES + 1,
  fileSize: MAX_FILE_MB * MB,
  fields: 10,
  fieldSize: 1000,
}

/** Returns the files of a form. Throws an ApiError if the form is malformed, empty or too large. */
export async function readUploadedFiles(request: FastifyRequest): Promise<UploadedFile[]> {
  if (!request.isMultipart()) {
    throw new ApiError('unsupported_media_type', { message: 'Send the files as multipart/form-data.' })
  }
  const files: UploadedFile[] = []
  try {
    for await (const part of readParts(request)) {
      files.push(await toUploadedFile(part))
      rejectTooLarge(files)
    }
  } catch (error) {
    // Many browsers read the response only after they have sent the whole request, so discard the rest.
    request.raw.unpipe()
    request.raw.resume()
    throw error
  }
  if (files.length === 0) {
    const message = 'Choose at least one file.'
    throw new ApiError('invalid_input', { message, fields: { files: message } })
  }
  return files
}

function rejectTooLarge(files: readonly UploadedFile[]): void {
  if (files.length > MAX_SEASON_FILES)
    throw new ApiError('too_large', { message: `Upload at most ${MAX_SEASON_FILES} files at a time.` })
  if (files.reduce((sum, file) => sum + file.bytes.length, 0) > MAX_FORM_MB * MB)
    throw new ApiError('too_large', { message: `Upload at most ${MAX_FORM_MB} MB at a time.` })
}

async function* readParts(request: FastifyRequest): AsyncGenerator<MultipartFile> {
  try {
    yield* request.files({ throwFileSizeLimit: false })
  } catch (error) {
    throw isHttpError(error) ? error : malformedBodyError(error)
  }
}

async function toUploadedFile(part: MultipartFile): Promise<UploadedFile> {
  const name = sanitizeFileName(part.filename)
  const bytes = await part.toBuffer().catch((error: unknown) => {
    throw isHttpError(error) ? error : malformedBodyError(error)
  })
  if (part.fieldname !== 'files') throw fileError(name, "send it in the 'files' field.")
  if (part.file.truncated)
    throw new ApiError('too_large', { message: `${name}: files can be up to ${MAX_FILE_MB} MB.` })
  return { name, bytes }
}

/** Returns the base name without control characters, at most 120 characters long. */
function sanitizeFileName(filename: string | undefined): string {
  const base = (filename ?? '').split(/[/\\]/).at(-1) ?? ''
  const name = base
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 120)
    .toWellFormed()
  return name === '' ? 'file' : name
}

function isHttpError(error: unknown): boolean {
  return error instanceof Error && 'statusCode' in error
}

/** The multipart parser has no error codes for malformed bodies. */
function malformedBodyError(cause: unknown): ApiError {
  return new ApiError('malformed_body', { message: 'The upload is incomplete or malformed.', cause })
}
