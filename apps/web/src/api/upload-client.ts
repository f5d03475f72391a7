import { type ApiClient, createApiClient, PAGE_DEPENDENCIES } from './api-client.ts'

/** The Response constructor rejects a body for these statuses. */
const NULL_BODY_STATUSES = [204, 205, 304]

/** Reports the fraction of the body that was sent (0 to 1). At 1 the response is still pending. */
export function createUploadClient(onProgress: (fraction: number) => void): ApiClient {
  return createApiClient({
    ...PAGE_DEPENDENCIES,
    fetch: (path, init) => fetchWithProgress(path, init, onProgress),
  })
}

/** Uses XMLHttpRequest because `fetch` does not report upload progress. */
function fetchWithProgress(
  path: string,
  init: RequestInit,
  onProgress: (fraction: number) => void,
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
    request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
    request.addEventListener('abort', () => reject(new DOMException('The upload was aborted.', 'AbortError')))
    request.addEventListener('loadend', () => init.signal?.removeEventListener('abort', abort))
    init.signal?.addEventListener('abort', abort)
    // Uploads are always sent as FormData.
    request.send(init.body as FormData | null | undefined)
    if (init.signal?.aborted === true) abort()
  })
}

function toResponse(request: XMLHttpRequest): Response {
  const { status, responseText } = request
  return new Response(NULL_BODY_STATUSES.includes(status) ? null : responseText, { status })
}
