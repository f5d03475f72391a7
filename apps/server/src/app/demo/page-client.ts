import type { FastifyInstance } from 'fastify'

/** Somebody who makes the page's calls: keeps cookies and sends the CSRF token. */
export type PageClient = {
  /** Whether the password was taken. */
  signIn: (username: string, password: string) => Promise<boolean>
  /** What the call answers. Throws when it is refused, as the others do. */
  get: (url: string) => Promise<unknown>
  post: (url: string, body: object) => Promise<unknown>
  /** Sends one picture as a form does; `field` is the name of the form's field. */
  upload: (url: string, field: string, name: string, content: Uint8Array<ArrayBuffer>) => Promise<unknown>
}

export function createPageClient(app: FastifyInstance): PageClient {
  const cookies: Record<string, string> = {}

  async function send(method: 'GET' | 'POST', url: string, payload?: object, type?: string) {
    const headers = {
      'x-csrftoken': cookies['csrftoken'] ?? '',
      ...(type === undefined ? {} : { 'content-type': type }),
    }
    const answer = await app.inject({
      method,
      url,
      headers,
      cookies,
      ...(payload === undefined ? {} : { payload }),
    })
    for (const { name, value } of answer.cookies) cookies[name] = value
    return answer
  }

  async function sendOrThrow(method: 'GET' | 'POST', url: string, payload?: object, type?: string) {
    if (method === 'POST' && cookies['csrftoken'] === undefined) await send('GET', '/api/csrf/')
    const answer = await send(method, url, payload, type)
    if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
    return answer.json<unknown>()
  }

  return {
    async signIn(username, password) {
      await send('GET', '/api/csrf/')
      return (await send('POST', '/api/login/', { username, password })).statusCode === 200
    },
    get: (url) => sendOrThrow('GET', url),
    post: (url, body) => sendOrThrow('POST', url, body),
    async upload(url, field, name, content) {
      const form = new FormData()
      form.append(field, new Blob([content]), name)
      const sent = new Response(form)
      const body = Buffer.from(await sent.arrayBuffer())
      return sendOrThrow('POST', url, body, sent.headers.get('content-type') ?? '')
    },
  }
}
