import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../http/errors/api-error.ts'

const GB = 1024 ** 3
const MAX_GB = 4

type UploadedArchive = { path: string; name: string | null }

/**
 * Writes the uploaded archive to a temporary file, runs `work` with it and then removes the file. Throws an
 * ApiError if the form is malformed, too large or has no file.
 */
export async function withUploadedArchive<Result>(
  request: FastifyRequest,
  stagingFolder: string,
  work: (upload: UploadedArchive) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) {
    throw new ApiError('unsupported_media_type', { message: 'Send the archive as multipart/form-data.' })
  }
  const folder = join(stagingFolder, randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await work(await receiveUpload(request, join(folder, 'archive')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function receiveUpload(request: FastifyRequest, path: string): Promise<UploadedArchive> {
  let name: string | null = null
  let hasFile = false
  try {
    for await (const part of readParts(request)) {
      if (part.type === 'field') {
        if (part.fieldname === 'name') name = parseName(part.value)
        continue
      }
      if (part.fieldname !== 'file' || hasFile)
        throw invalidFormError("Send one archive in the 'file' field.")
      await saveFile(part, path)
      hasFile = true
    }
  } catch (error) {
    // Many browsers read the response only after they have sent the whole request, so discard the rest.
    request.raw.unpipe()
    request.raw.resume()
    throw error
  }
  if (!hasFile) throw invalidFormError('Choose an archive.')
  return { path, name }
}

/** Returns null if the field is empty. */
function parseName(value: unknown): string | null {
  const text = String(value)
  if (text.includes('\0') || !text.isWellFormed()) {
    const message = "The name contains a character that can't be stored."
    throw new ApiError('invalid_input', { message, fields: { name: message } })
  }
  return text.trim() === '' ? null : text
}

async function saveFile(part: MultipartFile, path: string): Promise<void> {
  try {
    await pipeline(part.file, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    const isDiskError = error instanceof Error && 'syscall' in error && error.syscall !== 'read'
    throw isDiskError ? error : malformedBodyError(error)
  }
  if (part.file.truncated) throw new ApiError('too_large', { message: `Archives can be up to ${MAX_GB} GB.` })
}

async function* readParts(request: FastifyRequest) {
  const limits = { files: 2, fileSize: MAX_GB * GB, fields: 10, fieldSize: 1000 }
  try {
    yield* request.parts({ limits })
  } catch (error) {
    throw malformedBodyError(error)
  }
}

/** The multipart parser has hardly any error codes for malformed bodies. */
function malformedBodyError(cause: unknown): unknown {
  if (cause instanceof Error && 'statusCode' in cause) return cause
  return new ApiError('malformed_body', { message: 'The upload is incomplete or malformed.', cause })
}

function invalidFormError(message: string): ApiError {
  return new ApiError('invalid_input', { message, fields: { file: message } })
}
