import { readLimitedBody, timeoutSignal } from './attempts.ts'

const TIMEOUT_MS = 5000
const MAX_BYTES = 256 * 1024

export type LimitedFetchOptions = {
  userAgent: string
  fetch?: typeof globalThis.fetch | undefined
  /** For the response and its body. Default: 5 seconds. */
  timeoutMs?: number
}

type LimitedRequest = {
  method: string
  headers: Readonly<Record<string, string>>
  body?: string | URLSearchParams | null | undefined
  signal?: AbortSignal | undefined
}

/** For libraries that send requests to a host that the operator has configured. It follows no redirects. */
export function limitedFetch({
  userAgent,
  fetch = globalThis.fetch,
  timeoutMs = TIMEOUT_MS,
}: LimitedFetchOptions) {
  return async (url: string, { body = null, ...request }: LimitedRequest): Promise<Response> => {
    const headers = { ...request.headers, 'user-agent': userAgent }
    const signal = timeoutSignal(timeoutMs, request.signal)
    const response = await fetch(url, { ...request, headers, body, signal, redirect: 'manual' })
    const received = await readLimitedBody(response, MAX_BYTES)
    const { status, headers: receivedHeaders } = response
    return new Response(received === '' ? null : received, { status, headers: receivedHeaders })
  }
}
