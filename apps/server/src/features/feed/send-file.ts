import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../http/api-error.ts'
import { type ByteRange, parseByteRange } from '../../http/byte-range.ts'

export type FileToSend = {
  name: string
  contentType: string
  size: number
  /** Strong, in quotes: another file has another one. */
  etag: string
  /** null when the file is gone. */
  read: (range: ByteRange | null) => Promise<Readable | null>
}

/**
 * Answers a file, or the part of it that is asked for, so that the browser shows it as what it
 * is, keeps it for this person alone, and runs nothing of it.
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

/** A part of another version than the one that is known is no use: then the whole file is answered. */
function requestedRange({ headers }: FastifyRequest, { etag, size }: FileToSend) {
  const condition = headers['if-range']
  return condition === undefined || condition === etag ? parseByteRange(headers.range, size) : null
}
