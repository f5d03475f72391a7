import { existsSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { MessageChannel } from 'node:worker_threads'
import fastifyStatic from '@fastify/static'
import { type PageRequest, RENDERER_PATH } from '@fieldhouse/contract/page'
import type { FastifyError, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_COOKIE } from '../auth/access.ts'
import type { SendPage } from '../features/public-link/public-link.ts'
import { sendError } from '../http/errors/error-handler.ts'
import { encodeBody, negotiateEncoding } from '../http/response-headers.ts'
import { taskThread, threadProgram } from '../threads/task-thread.ts'
import type { ApiRequest, ApiResponse, RenderTask } from './render-thread.ts'
import { contentHash, type RenderedDocument } from './rendered-document.ts'

type PageOptions = {
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

/** More at a time would all be late. */
const MAX_RENDERS = 3
/** Started before anybody waits: loading the app takes longer than a page may. */
const START_TIMEOUT_MS = 20_000
/**
 * Until a page was in time, one is rendered at a time, and to its end if it is late: the first ones after a start
 * prepare what the others use.
 */
const MAX_FIRST_RENDER_MS = 2000
/** The longest that a timer can wait: 24 days. */
const MAX_TIMER_MS = 2 ** 31 - 1

/** Of all time, so that the API stays quick while many pages are opened. */
const MAX_SHARE = 0.03
/** The slowest pages of the members of a large league, who come at once. */
const MAX_SAVED_RENDERS = 20

interface PageRenderer {
  /** null if the plain document is right, or the page would be late. */
  render(request: FastifyRequest): Promise<RenderedDocument | null>
}

type RendererOptions = {
  folder: string
  /** A page that takes longer is sent without its content, which the app then asks for. */
  maxMs: number
  now: () => Date
  findLastEvent: () => Promise<number>
}

/** With the responses that the API gives to who asks. Null if the folder has no renderer. */
export function pageRenderer(
  app: FastifyInstance,
  { folder, maxMs, now, findLastEvent }: RendererOptions,
): PageRenderer | null {
  const renderer = join(folder, RENDERER_PATH)
  if (maxMs === 0 || !existsSync(renderer)) return null
  const program = threadProgram('render-thread', import.meta.url)
  const thread = taskThread<RenderTask, RenderedDocument | null>(program, START_TIMEOUT_MS, MAX_TIMER_MS)
  const budget = workBudget(MAX_SHARE, MAX_SAVED_RENDERS * maxMs)
  let renders = 0
  let wasInTime = false
  app.addHook('onListen', async () => {
    const nobody = { url: '/', cookies: '', userAgent: '', now: 0, origin: 'http://localhost', lastEvent: 0 }
    await run(nobody, START_TIMEOUT_MS, async () => ({ status: 401, body: '{}' }))
  })
  app.addHook('onClose', () => thread.close())

  async function run(
    request: PageRequest,
    timeoutMs: number,
    send: (path: string) => Promise<Omit<ApiResponse, 'id'>>,
  ): Promise<RenderedDocument | null> {
    const { port1: api, port2 } = new MessageChannel()
    api.on('message', ({ id, path }: ApiRequest) => {
      send(path).then(
        (response) => api.postMessage({ id, ...response } satisfies ApiResponse, []),
        () => api.close(),
      )
    })
    const timer = setTimeout(() => api.close(), timeoutMs)
    try {
      return await thread.run({ folder, renderer: pathToFileURL(renderer).href, request, api: port2 }, [
        port2,
      ])
    } catch (error) {
      app.log.warn({ err: error, path: new URL(request.url, request.origin).pathname }, 'page not rendered')
      return null
    } finally {
      clearTimeout(timer)
      api.close()
    }
  }

  async function renderFor(request: FastifyRequest): Promise<RenderedDocument | null> {
    const { protocol, headers, url, host, ip } = request
    const rendered = {
      url,
      cookies: headers.cookie ?? '',
      userAgent: headers['user-agent'] ?? '',
      now: now().getTime(),
      origin: `${protocol}://${host}`,
      lastEvent: await findLastEvent(),
    }
    const timeoutMs = wasInTime ? maxMs : Math.max(maxMs, MAX_FIRST_RENDER_MS)
    return run(rendered, timeoutMs, (path) => readFromApi(app, path, headers, ip))
  }

  return {
    async render(request) {
      const isOpenToAll = /^\/(?:join|public)\//.test(request.url)
      if (!isOpenToAll && request.cookies[SESSION_COOKIE] === undefined) return null
      const startedAt = performance.now()
      if (renders >= (wasInTime ? MAX_RENDERS : 1) || !budget.isLeft(startedAt)) return null
      renders += 1
      const work = renderFor(request).finally(() => {
        renders -= 1
        budget.spend(performance.now() - startedAt)
      })
      const timer = new AbortController()
      const page = await Promise.race([work, wait(maxMs, null, { signal: timer.signal })])
      timer.abort()
      wasInTime ||= page !== null
      return page
    },
  }
}

const SENT_HEADERS = ['host', 'cookie', 'user-agent'] as const

async function readFromApi(app: FastifyInstance, path: string, headers: IncomingHttpHeaders, ip: string) {
  if (!path.startsWith('/api/')) throw new Error(`not a path of the API: ${path}`)
  const sent: [string, string][] = SENT_HEADERS.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, headers[name]]],
  )
  const { statusCode: status, body } = await app.inject({
    method: 'GET',
    url: path,
    headers: { ...Object.fromEntries(sent), accept: 'application/json' },
    remoteAddress: ip,
  })
  return { status, body }
}

/** Time for work of one kind, which may take a share of all time. What is not used is saved, up to a maximum. */
export function workBudget(share: number, maxSavedMs: number) {
  let savedMs = maxSavedMs
  let updatedAt = 0
  return {
    isLeft(now: number): boolean {
      savedMs = Math.min(maxSavedMs, savedMs + share * (now - updatedAt))
      updatedAt = now
      return savedMs > 0
    },
    spend(ms: number): void {
      savedMs -= ms
    },
  }
}
