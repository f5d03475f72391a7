import { extname } from 'node:path'
import { slugify } from '@fieldhouse/domain/names'
import type { FastifyReply } from 'fastify'

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
