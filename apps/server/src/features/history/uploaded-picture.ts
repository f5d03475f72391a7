import type { FastifyRequest } from 'fastify'
import { invalidField } from '../../http/errors/api-error.ts'
import { readUploads, type UploadForm } from '../../http/multipart/uploads.ts'

const NO_PICTURE = 'Choose a picture.'

const PICTURE_FORM: Omit<UploadForm, 'maxFileBytes'> = {
  field: 'file',
  maxFiles: 1,
  notMultipart: 'Send the picture as multipart/form-data.',
  noFiles: NO_PICTURE,
  fileTooLarge: () => 'That file is too large for the server limit.',
  wrongField: () => invalidField('file', NO_PICTURE),
  tooManyFiles: null,
}

export async function readUploadedPicture(
  request: FastifyRequest,
  maxFileBytes: number,
): Promise<Uint8Array> {
  const [picture] = await readUploads(request, { ...PICTURE_FORM, maxFileBytes })
  return picture?.bytes ?? new Uint8Array()
}
