import { request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { lookupPublicAddress, requirePublicHost } from './public-host.ts'

/**
 * A `fetch` for GET requests to hosts on the public internet, by https only. The addresses of a host are checked while
 * the connection is being made, so a second DNS lookup cannot return a different one. It follows no redirects.
 */
export const publicFetch: typeof globalThis.fetch = (input, init) =>
  new Promise((resolve, reject) => {
    const url = new URL(input instanceof Request ? input.url : input)
    requirePublicHost(url.hostname)
    const request = httpsRequest(url, {
      headers: { ...Object.fromEntries(new Headers(init?.headers)), 'accept-encoding': 'identity' },
      agent: false,
      lookup: lookupPublicAddress,
      ...(init?.signal ? { signal: init.signal } : {}),
    })
    request.on('error', reject)
    request.on('response', (message) => {
      const headers = new Headers()
      for (const [name, value] of Object.entries(message.headers)) headers.set(name, String(value))
      const status = message.statusCode ?? 0
      const isBodiless = [204, 205, 304].includes(status)
      if (isBodiless) message.resume()
      const body = isBodiless ? null : (Readable.toWeb(message) as ReadableStream<Uint8Array>)
      resolve(new Response(body, { status, headers }))
    })
    request.end()
  })
