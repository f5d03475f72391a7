import { type ApiClient, createApiClient } from './api-client.ts'

/** Statuses whose answers have no body. */
const NULL_BODY_STATUSES = [204, 205, 304]

/**
 * Calls as `call` does, and tells meanwhile which share of the body has been sent, 0 to 1.
 * At 1 the server still has to answer.
 */
export function createUploadClient(onProgress: (share: number) => void): ApiClient {
  return createApiClient({
    fetch: (path, init) => fetchWithProgress(path, init, onProgress),
    cookies: () => document.cookie,
  })
}

/** `fetch` tells nothing of a body on its way; this older interface does. */
function fetchWithProgress(
  path: string,
  init: RequestInit,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(init.method ?? 'GET', path)
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total)
    })
    request.addEventListener('load', () => resolve(toResponse(request)))
    request.addEventListener('error', () => reject(new TypeError('No answer came.')))
    request.addEventListener('abort', () => reject(new DOMException('It was cancelled.', 'AbortError')))
    request.addEventListener('loadend', () => init.signal?.removeEventListener('abort', abort))
    init.signal?.addEventListener('abort', abort)
    // A form is all that is sent this way.
    request.send(init.body as FormData | null | undefined)
    if (init.signal?.aborted === true) abort()
  })
}

function toResponse(request: XMLHttpRequest): Response {
  const { status, responseText } = request
  return new Response(NULL_BODY_STATUSES.includes(status) ? null : responseText, { status })
}
