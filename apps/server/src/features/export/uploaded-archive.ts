import type { FastifyRequest } from 'fastify'
import { invalidField } from '../../http/errors/api-error.ts'
import { type UploadForm, withUploads } from '../../http/multipart/uploads.ts'

const MAX_GB = 4

const wrongFormError = () => invalidField('file', "Send one archive in the 'file' field.")

const ARCHIVE_FORM: UploadForm = {
  field: 'file',
  maxFiles: 1,
  maxFileBytes: MAX_GB * 1024 ** 3,
  notMultipart: 'Send the archive as multipart/form-data.',
  noFiles: 'Choose an archive.',
  fileTooLarge: () => `Archives can be up to ${MAX_GB} GB.`,
  wrongField: wrongFormError,
  tooManyFiles: wrongFormError,
}

/** Receives an archive in a temporary file. `name` is the name for the league; null without one. */
export async function withUploadedArchive<Result>(
  request: FastifyRequest,
  stagingFolder: string,
  work: (upload: { path: string; name: string | null }) => Promise<Result>,
): Promise<Result> {
  let name: string | null = null
  const onField = (field: string, value: string) => {
    if (field === 'name') name = parseName(value)
  }
  return withUploads(request, { ...ARCHIVE_FORM, onField }, stagingFolder, ([path]) => work({ path, name }))
}

/** Returns null if the field is empty. */
function parseName(text: string): string | null {
  if (text.includes('\0') || !text.isWellFormed())
    throw invalidField('name', "The name contains a character that can't be stored.")
  return text.trim() === '' ? null : text
}
