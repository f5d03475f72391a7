import type { FastifyInstance } from 'fastify'

/** Sends API requests as the web app does: keeps the cookies and sends the CSRF token. */
export type PageClient = {
  /** Returns whether the username and password are correct. */
  signIn: (username: string, password: string) => Promise<boolean>
  /** Returns the response body. Like `post` and `upload`, throws if the request fails. */
  get: (url: string) => Promise<unknown>
  post: (url: string, body: object) => Promise<unknown>
  /** Uploads one picture as multipart form data; `field` is the name of the form field. */
  upload: (url: string, field: string, fileName: string, content: Uint8Array<ArrayBuffer>) => Promise<unknown>
}

export function createPageClient(app: FastifyInstance): PageClient {
  const cookies: Record<string, string> = {}

  async function send(method: 'GET' | 'POST', url: string, payload?: object, contentType?: string) {
    const headers = {
      'x-csrftoken': cookies['csrftoken'] ?? '',
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    }
    const response = await app.inject({
      method,
      url,
      headers,
      cookies,
      ...(payload === undefined ? {} : { payload }),
    })
    for (const { name, value } of response.cookies) cookies[name] = value
    return response
  }

  async function sendOrThrow(method: 'GET' | 'POST', url: string, payload?: object, contentType?: string) {
    if (method === 'POST' && cookies['csrftoken'] === undefined) await send('GET', '/api/csrf/')
    const response = await send(method, url, payload, contentType)
    if (response.statusCode >= 300)
      throw new Error(`${url} returned ${response.statusCode}: ${response.body}`)
    return response.json<unknown>()
  }

  return {
    async signIn(username, password) {
      await send('GET', '/api/csrf/')
      return (await send('POST', '/api/login/', { username, password })).statusCode === 200
    },
    get: (url) => sendOrThrow('GET', url),
    post: (url, body) => sendOrThrow('POST', url, body),
    async upload(url, field, fileName, content) {
      const form = new FormData()
      form.append(field, new Blob([content]), fileName)
      const encoded = new Response(form)
      const body = Buffer.from(await encoded.arrayBuffer())
      return sendOrThrow('POST', url, body, encoded.headers.get('content-type') ?? '')
    },
  }
}
