import { mkdirSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync } from 'fastify'
import { slugFromFileName } from '../../media/owner-pictures.ts'

/** Serves owner pictures publicly, and no other file of their folder. */
export const ownerPictureFiles: FastifyPluginAsync<{ folder: string }> = async (app, { folder }) => {
  mkdirSync(folder, { recursive: true })
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/owners/',
    index: false,
    decorateReply: false,
    cacheControl: false,
    allowedPath: (path) => slugFromFileName(path.slice(1)) !== null,
    setHeaders: (reply) => {
      reply.setHeader('content-type', 'image/jpeg')
      // Revalidate even versioned URLs: the cost is only a 304 response.
      reply.setHeader('cache-control', 'public, no-cache')
    },
  })
}
