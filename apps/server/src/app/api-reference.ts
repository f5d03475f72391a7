import { READ } from '@fieldhouse/contract/limits'
import type { FastifyInstance } from 'fastify'
import { ApiError, orThrow } from '../http/errors/api-error.ts'
import { encodeBody, negotiateEncoding } from '../http/response-headers.ts'
import { type TaskThread, taskThread, threadProgram } from '../threads/task-thread.ts'

export const PATH = '/api/docs'

export type Page<Body = Uint8Array> = { statusCode: number; headers: Record<string, string>; body: Body }

/** Serves the API reference at `/api/docs/`, generated from the contract when somebody first reads it. */
export function apiReference(app: FastifyInstance): void {
  const thread = import.meta.url.endsWith('.ts') ? null : referenceThread(app)
  /** By path. Those that do not exist are not kept. */
  const pages = new Map<string, Promise<Page<Buffer>>>()

  function findPage(path: string): Promise<Page<Buffer>> {
    const known = pages.get(path)
    if (known !== undefined) return known
    const page = readPage(path)
    pages.set(path, page)
    page.catch(() => pages.delete(path))
    return page
  }

  async function readPage(path: string): Promise<Page<Buffer>> {
    const page = orThrow(thread === null ? await readFromSource(path) : await thread.run(path), 'busy')
    if (page.statusCode >= 400) throw new ApiError('not_found')
    return { ...page, body: Buffer.from(page.body) }
  }

  for (const url of [PATH, `${PATH}/*`]) {
    app.route({
      method: 'GET',
      url,
      config: { limits: READ },
      async handler(request, reply) {
        const { statusCode, headers, body } = await findPage(request.url.replace(/\?.*/, ''))
        reply.code(statusCode).headers(headers)
        if (body.length === 0) return reply.send()
        const encoded = await encodeBody(body, negotiateEncoding(request.headers['accept-encoding']))
        if (encoded.encoding !== 'identity') reply.header('content-encoding', encoded.encoding)
        return reply.header('vary', 'Accept-Encoding').send(encoded.body)
      },
    })
  }
}

function referenceThread(app: FastifyInstance): TaskThread<string, Page> {
  const thread: TaskThread<string, Page> = taskThread(threadProgram('reference-thread', import.meta.url))
  app.addHook('onClose', () => thread.close())
  return thread
}

/** Without a build, a thread would load the whole contract again, which takes longer than to describe it here. */
async function readFromSource(path: string): Promise<Page> {
  const { readReference } = await import('./reference.ts')
  return readReference(path)
}
