import { mkdirSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync } from 'fastify'
import { slugFromFileName } from '../../media/owner-pictures.ts'

/** Serves the owners' pictures to anyone, and nothing else that may lie in their folder. */
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
      // An address with a version is asked again all the same: it costs no more than a 304.
      reply.setHeader('cache-control', 'public, no-cache')
    },
  })
}
