import { MAX_SEASON_FILES } from '@fieldhouse/contract/seasons'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../http/errors/api-error.ts'
import { readUploads, type UploadForm } from '../../http/multipart/uploads.ts'
import { fileError, type UploadedFile } from './season-file.ts'

const MB = 1024 * 1024
const MAX_FILE_MB = 20
/** The limit for all files of a form together, which are in memory at the same time. */
const MAX_FORM_MB = 60

const SEASON_FORM: UploadForm = {
  field: 'files',
  maxFiles: MAX_SEASON_FILES,
  maxFileBytes: MAX_FILE_MB * MB,
  total: { maxBytes: MAX_FORM_MB * MB, message: `Upload at most ${MAX_FORM_MB} MB at a time.` },
  notMultipart: 'Send the files as multipart/form-data.',
  noFiles: 'Choose at least one file.',
  fileTooLarge: (fileName) => `${sanitizeFileName(fileName)}: files can be up to ${MAX_FILE_MB} MB.`,
  wrongField: (fileName) => fileError(sanitizeFileName(fileName), "send it in the 'files' field."),
  tooManyFiles: () =>
    new ApiError('too_large', { message: `Upload at most ${MAX_SEASON_FILES} files at a time.` }),
}

export async function readUploadedFiles(request: FastifyRequest): Promise<UploadedFile[]> {
  const uploads = await readUploads(request, SEASON_FORM)
  return uploads.map(({ fileName, bytes }) => ({ name: sanitizeFileName(fileName), bytes }))
}

/** Returns the base name without control characters, at most 120 characters long. */
function sanitizeFileName(fileName: string | undefined): string {
  const base = (fileName ?? '').split(/[/\\]/).at(-1) ?? ''
  const name = base
    .toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 120)
    .toWellFormed()
  return name === '' ? 'file' : name
}
