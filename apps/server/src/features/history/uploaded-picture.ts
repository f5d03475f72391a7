import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../http/errors/api-error.ts'

/** Reads the single file of a multipart form. Throws an ApiError if it is missing, malformed or too large. */
export async function readUploadedPicture(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart()) {
    throw new ApiError('unsupported_media_type', { message: 'Send the picture as multipart/form-data.' })
  }
  try {
    return await readFileBytes(await readPart(request))
  } catch (error) {
    // Drain the upload: many browsers read the response only after sending the whole body.
    request.raw.unpipe()
    request.raw.resume()
    throw error
  }
}

async function readPart(request: FastifyRequest): Promise<MultipartFile> {
  const part = await request.file({ throwFileSizeLimit: false }).catch(throwMalformedBody)
  if (part?.fieldname === 'file') return part
  const message = 'Choose a picture.'
  throw new ApiError('invalid_input', { message, fields: { file: message } })
}

async function readFileBytes(part: MultipartFile): Promise<Uint8Array> {
  const bytes = await part.toBuffer().catch(throwMalformedBody)
  if (part.file.truncated) {
    throw new ApiError('too_large', { message: 'That file is too large for the server limit.' })
  }
  return bytes
}

/** The multipart parser reports a malformed body without an error code. */
function throwMalformedBody(cause: unknown): never {
  if (cause instanceof Error && 'statusCode' in cause) throw cause
  throw new ApiError('malformed_body', { message: 'The upload is incomplete or malformed.', cause })
}
