import type { FastifyInstance } from 'fastify'

/** Somebody who makes the page's calls: keeps cookies and sends the CSRF token. */
export type PageVisitor = {
  /** Whether the password was taken. */
  signIn: (username: string, password: string) => Promise<boolean>
  /** Throws when the call is refused. */
  post: (url: string, body: object) => Promise<void>
}

export function pageVisitor(app: FastifyInstance): PageVisitor {
  const cookies: Record<string, string> = {}

  async function send(method: 'GET' | 'POST', url: string, payload?: object) {
    const headers = { 'x-csrftoken': cookies['csrftoken'] ?? '' }
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

  return {
    async signIn(username, password) {
      await send('GET', '/api/csrf/')
      return (await send('POST', '/api/login/', { username, password })).statusCode === 200
    },
    async post(url, body) {
      if (cookies['csrftoken'] === undefined) await send('GET', '/api/csrf/')
      const answer = await send('POST', url, body)
      if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
    },
  }
}
