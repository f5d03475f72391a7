import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyPluginAsync } from 'fastify'
import { sendError } from '../http/errors/error-handler.ts'

export type PageOptions = { draftAppUrl: string | undefined }

export type Page = {
  /** The HTML. */
  document: string
  /** Hashes of the page's inline scripts and styles, for the content security policy. */
  scriptHashes: string[]
  styleHashes: string[]
  routes: FastifyPluginAsync<PageOptions>
}

/** Loads the built page of a folder: the document and its hashed, precompressed assets. */
export function loadPage(folder: string): Page {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  return {
    document: html,
    scriptHashes: inlineElementsOf(html, 'script').map(contentHash),
    styleHashes: inlineElementsOf(html, 'style').map(contentHash),
    routes: async (app, { draftAppUrl }) => {
      // A path that no file can have: it leaves the folder, or contains a null character.
      app.setErrorHandler((error: FastifyError, request, reply) =>
        error.statusCode === 400 || error.statusCode === 403
          ? reply.callNotFound()
          : sendError(error, request, reply),
      )
      await app.register(fastifyStatic, {
        root: folder,
        index: false,
        // Skips the build's own files, such as `.vite/manifest.json`.
        dotfiles: 'ignore',
        wildcard: true,
        preCompressed: true,
        cacheControl: false,
        setHeaders: (reply, path) => {
          const isHashed = path.includes(join(folder, 'assets'))
          // A cache must not serve the compressed form to a client that does not accept it.
          reply.setHeader('vary', 'accept-encoding')
          reply.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        },
      })
      app.get('/', (_, reply) => reply.sendFile('index.html'))
      // An invite link, whose code the page reads from its address.
      app.get('/join/:code', (_, reply) => reply.sendFile('index.html'))
      // Without a draft app, the page shows the newest draft of a league.
      app.get('/draft/draft', (_, reply) =>
        draftAppUrl === undefined ? reply.sendFile('index.html') : reply.redirect(draftAppUrl),
      )
    },
  }
}

function inlineElementsOf(html: string, tag: 'script' | 'style'): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}(?![^>]*\\bsrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))
  return [...elements].map((match) => match[1] ?? '')
}

function contentHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
