import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ByteRange, parseByteRange } from '../../../http/cache/byte-range.ts'
import { ApiError } from '../../../http/errors/api-error.ts'

export type FileToSend = {
  name: string
  contentType: string
  /** In bytes. */
  size: number
  /** A strong validator, including the quotes. */
  etag: string
  /** Returns null when the file no longer exists. */
  read: (range: ByteRange | null) => Promise<Readable | null>
}

/**
 * Sends a file or the requested byte range. The headers make sure that the browser shows the file with
 * its own content type and runs no scripts in it.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileToSend,
): Promise<FastifyReply> {
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).header('etag', file.etag).send()
  const range = requestedRange(request, file)
  if (range === 'none') {
    reply.header('content-range', `bytes */${file.size}`)
    throw new ApiError('range_not_satisfiable')
  }
  const body = await file.read(range)
  if (body === null) throw new ApiError('item_not_found')
  reply.headers({
    etag: file.etag,
    'accept-ranges': 'bytes',
    'content-type': file.contentType,
    'content-disposition': `inline; filename="${file.name}"`,
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'content-length': range === null ? file.size : range.last - range.first + 1,
  })
  if (range !== null)
    reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${file.size}`)
  return reply.send(body)
}

/** Ignores the range, and so sends the whole file, when `If-Range` names another version. */
function requestedRange({ headers }: FastifyRequest, { etag, size }: FileToSend) {
  const ifRange = headers['if-range']
  return ifRange === undefined || ifRange === etag ? parseByteRange(headers.range, size) : null
}
