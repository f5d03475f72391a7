import type { MultipartFile } from '@fastify/multipart'
import { MAX_SEASON_FILES } from '@fieldhouse/contract/seasons'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../http/api-error.ts'
import { fileError, type UploadedFile } from './season-file.ts'

const MB = 1024 * 1024
const MAX_FILE_MB = 20
/** All files of a form together: they are held in memory while they are read. */
const MAX_FORM_MB = 60

/** What the reader of forms stops at; one file more than is taken, so that the answer can say so. */
export const FORM_LIMITS = {
  files: MAX_SEASON_FILES + 1,
  fileSize: MAX_FILE_MB * MB,
  fields: 10,
  fieldSize: 1000,
}

/** The files of a form. Throws an ApiError for a form that is damaged, holds no file or too much. */
export async function readUploadedFiles(request: FastifyRequest): Promise<UploadedFile[]> {
  if (!request.isMultipart()) {
    const sentence = 'Send the files as a form (multipart/form-data).'
    throw new ApiError('unsupported_media_type', { message: sentence })
  }
  const files: UploadedFile[] = []
  try {
    for await (const part of readParts(request)) {
      files.push(await toUploadedFile(part))
      rejectTooLarge(files)
    }
  } catch (error) {
    // Many browsers read an answer only after they have sent everything.
    request.raw.unpipe()
    request.raw.resume()
    throw error
  }
  if (files.length === 0) {
    const sentence = 'Choose at least one file.'
    throw new ApiError('invalid_input', { message: sentence, fields: { files: sentence } })
  }
  return files
}

function rejectTooLarge(files: readonly UploadedFile[]): void {
  if (files.length > MAX_SEASON_FILES)
    throw new ApiError('too_large', { message: `Send at most ${MAX_SEASON_FILES} files at once.` })
  if (files.reduce((sum, file) => sum + file.bytes.length, 0) > MAX_FORM_MB * MB)
    throw new ApiError('too_large', { message: `Send at most ${MAX_FORM_MB} MB at once.` })
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
  if (part.fieldname !== 'files') throw fileError(name, "send it as the field 'files'.")
  if (part.file.truncated)
    throw new ApiError('too_large', { message: `${name}: a file may have ${MAX_FILE_MB} MB.` })
  return { name, bytes }
}

/** As people know it, cut, and without what cannot be stored. */
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

/** The reader of forms has no codes for what it cannot read. */
function malformedBodyError(cause: unknown): ApiError {
  return new ApiError('malformed_body', { message: 'The form is damaged or breaks off.', cause })
}
