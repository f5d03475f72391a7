import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import { slugify } from '@fieldhouse/domain/names'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createStagingFolder } from '../media/file-store.ts'
import { createGcTransform } from '../media/media-store.ts'
import { type BoundedQueue, boundedQueue, queuePerKey, whenFree } from '../threads/work-queues.ts'
import { ApiError, invalidField } from './errors/api-error.ts'

/** The files that a multipart form may contain. The messages are shown to users. */
export type UploadForm = {
  field: string
  maxFiles: number
  maxFileBytes: number
  total?: { maxBytes: number; message: string }
  notMultipart: string
  noFiles: string
  fileTooLarge: (fileName: string | undefined) => string
  wrongField: (fileName: string | undefined) => ApiError
  /** Creates the error for a file too many; null ignores everything after the last allowed file. */
  tooManyFiles: (() => ApiError) | null
  /** The limit for the value of another field; 1,000 without it. Longer values are truncated. */
  maxFieldBytes?: number
  /** Receives the values of other fields. May throw an ApiError. */
  onField?: (name: string, value: string) => void
}

/** Encodes uploaded pictures and videos again. Large ones take seconds of a core, and tens of megabytes. */
export const uploadQueue: BoundedQueue = boundedQueue({ maxConcurrent: 2, maxWaiting: 40, maxWaitMs: 20_000 })

type AtLeastOne<Item> = [Item, ...Item[]]

/** Accepts one file more than allowed, so that the form's own error is reported. */
const parserLimits = ({ maxFiles, maxFileBytes, maxFieldBytes = 1000 }: UploadForm) => ({
  files: maxFiles + 1,
  fileSize: maxFileBytes,
  fields: 10,
  fieldSize: maxFieldBytes,
})

/**
 * Reads into memory. Throws an ApiError when the form is malformed, has no files, or contains something that it may
 * not.
 */
export function readUploads(
  request: FastifyRequest,
  form: UploadForm,
): Promise<AtLeastOne<{ fileName: string | undefined; bytes: Uint8Array }>> {
  return receiveFiles(request, form, async ({ file, filename }) => ({
    fileName: filename,
    bytes: await buffer(file),
  }))
}

/**
 * Like `readUploads`, but streams the files to a temporary folder and passes their paths to `work`. The
 * folder is always removed afterwards.
 */
export async function withUploads<Result>(
  request: FastifyRequest,
  form: UploadForm,
  stagingFolder: string,
  work: (paths: AtLeastOne<string>) => Promise<Result>,
): Promise<Result> {
  const folder = await createStagingFolder(stagingFolder)
  try {
    const paths = await receiveFiles(request, form, async ({ file }, index) => {
      const path = join(folder, String(index))
      await pipeline(file, createGcTransform(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      return path
    })
    return await work(paths)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function receiveFiles<Received>(
  request: FastifyRequest,
  form: UploadForm,
  receive: (part: MultipartFile, index: number) => Promise<Received>,
): Promise<AtLeastOne<Received>> {
  if (!request.isMultipart()) throw new ApiError('unsupported_media_type', { message: form.notMultipart })
  const received: Received[] = []
  let totalBytes = 0
  try {
    for await (const part of request.parts({ limits: parserLimits(form) })) {
      if (part.type === 'field') {
        form.onField?.(part.fieldname, String(part.value))
        continue
      }
      if (part.fieldname !== form.field) throw form.wrongField(part.filename)
      if (form.tooManyFiles !== null && received.length === form.maxFiles) throw form.tooManyFiles()
      received.push(await receive(part, received.length))
      if (part.file.truncated) throw tooLargeError(form.fileTooLarge(part.filename))
      totalBytes += part.file.bytesRead
      if (form.total !== undefined && totalBytes > form.total.maxBytes)
        throw tooLargeError(form.total.message)
      if (form.tooManyFiles === null && received.length === form.maxFiles) break
    }
  } catch (error) {
    throw isMalformedBody(error)
      ? new ApiError('malformed_body', {
          message: 'The upload is incomplete or malformed.',
          cause: error,
        })
      : error
  } finally {
    // Many browsers read the response only after they have sent the whole request, so discard the rest.
    request.raw.unpipe()
    request.raw.resume()
  }
  const [first, ...others] = received
  if (first === undefined) throw invalidField(form.field, form.noFiles)
  return [first, ...others]
}

function tooLargeError(message: string): ApiError {
  return new ApiError('too_large', { message })
}

/**
 * The multipart parser rarely sets error codes, so an error without a status means a malformed body, unless
 * it comes from writing to disk.
 */
function isMalformedBody(error: unknown): boolean {
  if (error instanceof ApiError || !(error instanceof Error)) return false
  const isDiskError = 'syscall' in error && error.syscall !== 'read'
  return !isDiskError && !('statusCode' in error)
}

const TYPES: Record<string, string> = {
  '.csv': 'text/csv; charset=utf-8',
  '.json': 'application/json',
  '.zip': 'application/zip',
}

/** Sends a file that the browser saves, and nobody caches. */
export function sendDownload(reply: FastifyReply, name: string, content: unknown): FastifyReply {
  return reply
    .type(TYPES[extname(name)] ?? 'application/octet-stream')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(content)
}

/**
 * The file name of a download of a league, with only those characters of its name that are safe in a header.
 * @param rest what follows the name, such as `picks-2026.csv`
 */
export function downloadName(league: string, rest: string): string {
  return `${slugify(league).replace(/[^a-z0-9-]/g, '') || 'league'}-${rest}`
}

/** An export holds a snapshot of the database open, and compresses what it reads. */
const exporting = boundedQueue({ maxConcurrent: 2, maxWaiting: 20, maxWaitMs: 20_000 })
const ofLeague = queuePerKey({ maxConcurrent: 1, maxWaiting: 3, maxWaitMs: 20_000 })

/** One at a time for each league, so that one league cannot hold up the others. Rejects with a BusyError. */
export function openExport(
  leagueId: number,
  { userId }: { userId: number },
  open: () => Promise<Readable>,
): Promise<Readable> {
  const queue: BoundedQueue = {
    run: (client, task) => ofLeague(leagueId).run(client, () => exporting.run(client, task)),
  }
  return whenFree(queue, String(userId), open)
}
