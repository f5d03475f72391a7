import { mkdirSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import { slugOf } from '@fieldhouse/domain/names'
import type { FastifyPluginAsync } from 'fastify'

/** Serves the owners' pictures to anyone, and nothing else that may lie in their folder. */
export const ownerPictureFiles: FastifyPluginAsync<{ folder: string }> = async (app, { folder }) => {
  mkdirSync(folder, { recursive: true })
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/owners/',
    index: false,
    decorateReply: false,
    cacheControl: false,
    allowedPath: isPicturePath,
    setHeaders: (reply) => {
      reply.setHeader('content-type', 'image/jpeg')
      // An address with a version is asked again all the same: it costs no more than a 304.
      reply.setHeader('cache-control', 'public, no-cache')
    },
  })
}

function isPicturePath(path: string): boolean {
  const slug = /^\/(.+)\.jpg$/.exec(path)?.[1]
  return slug !== undefined && slugOf(slug) === slug
}
