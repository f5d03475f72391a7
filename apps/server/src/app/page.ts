import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { SendPage } from '../features/public-link/document.ts'
import { sendError } from '../http/errors/error-handler.ts'
import { encodeBody, negotiateEncoding } from '../http/headers/content-encoding.ts'
import type { PageRenderer } from './page-renderer.ts'
import { contentHash, type RenderedDocument } from './rendered-document.ts'

export type PageOptions = {
  draftAppUrl: string | undefined
  renderer: PageRenderer | null
}

export type Page = {
  folder: string
  document: string
  scriptHashes: string[]
  styleHashes: string[]
  routes: FastifyPluginAsync<PageOptions>
}

export function loadPage(folder: string): Page {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  return {
    folder,
    document: html,
    scriptHashes: inlineElementsOf(html, 'script').map(contentHash),
    styleHashes: inlineElementsOf(html, 'style').map(contentHash),
    routes: async (app, { draftAppUrl, renderer }) => {
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
      const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
        const rendered = await renderer?.render(request)
        return rendered == null ? reply.sendFile('index.html') : sendDocument(rendered, request, reply)
      }
      app.get('/', sendPage)
      // An invite link, whose code the page reads from its address.
      app.get('/join/:code', sendPage)
      // Without a draft app, the page shows the newest draft of a league.
      app.get('/draft/draft', (request, reply) =>
        draftAppUrl === undefined ? sendPage(request, reply) : reply.redirect(draftAppUrl),
      )
    },
  }
}

function inlineElementsOf(html: string, tag: 'script' | 'style'): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}(?![^>]*\\bsrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))
  return [...elements].map((match) => match[1] ?? '')
}

/** The document is of one person at one time: nobody may store it but the app. */
async function sendDocument(
  { html, styleHashes, scriptHashes }: RenderedDocument,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { body, encoding } = await encodeBody(
    Buffer.from(html),
    negotiateEncoding(request.headers['accept-encoding']),
  )
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  const toSources = (hashes: readonly string[]) => hashes.map((hash) => ` '${hash}'`).join('')
  reply.headers({
    'cache-control': 'private, no-store',
    'content-security-policy': policy
      .replace(/style-src[^;]*/, (sources) => `${sources}${toSources(styleHashes)}`)
      .replace(/script-src[^;]*/, (sources) => `${sources}${toSources(scriptHashes)}`),
    vary: 'accept-encoding',
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  })
  return reply.type('text/html; charset=utf-8').send(body)
}

export function sendPublicPage(page: Page, renderer: PageRenderer | null): SendPage {
  return async (request, reply, change) => {
    const rendered = reply.statusCode === 200 ? ((await renderer?.render(request)) ?? null) : null
    if (rendered === null) return reply.send(change(page.document))
    return sendDocument({ ...rendered, html: change(rendered.html) }, request, reply)
  }
}
