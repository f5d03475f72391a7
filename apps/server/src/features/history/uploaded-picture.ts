import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../http/api-error.ts'

/** The one file of a form. Throws an ApiError for a form that is damaged, or holds none or too much. */
export async function readUploadedPicture(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart()) {
    const sentence = 'Send the picture as a form (multipart/form-data).'
    throw new ApiError('unsupported_media_type', { message: sentence })
  }
  try {
    return await readFileBytes(await readPart(request))
  } catch (error) {
    // Many browsers read an answer only after they have sent everything.
    request.raw.unpipe()
    request.raw.resume()
    throw error
  }
}

async function readPart(request: FastifyRequest): Promise<MultipartFile> {
  const part = await request.file({ throwFileSizeLimit: false }).catch(throwMalformedBody)
  if (part?.fieldname === 'file') return part
  const sentence = 'Choose a picture.'
  throw new ApiError('invalid_input', { message: sentence, fields: { file: sentence } })
}

async function readFileBytes(part: MultipartFile): Promise<Uint8Array> {
  const bytes = await part.toBuffer().catch(throwMalformedBody)
  if (part.file.truncated) {
    throw new ApiError('too_large', { message: 'That file is too large for the server limit.' })
  }
  return bytes
}

/** The reader of forms has no codes for what it cannot read. */
function throwMalformedBody(cause: unknown): never {
  if (cause instanceof Error && 'statusCode' in cause) throw cause
  throw new ApiError('malformed_body', { message: 'The form is damaged or breaks off.', cause })
}
