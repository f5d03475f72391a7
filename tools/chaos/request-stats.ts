export type ClientResponse = { status: number; headers: Headers; body: any; ms: number }

/** The connection was lost, or the request timed out. */
export type NoResponse = { status: 0; body?: undefined; isTimeout: boolean; ms: number }

type ResponseClass = 'success' | 'rejected' | 'connectionLost' | 'wrong'

export type RequestStats = {
  requests: number
  acknowledged: number
  rejected: number
  connectionLost: number
  wrong: string[]
  slowestMs: number
}

export function createRequestStats(): RequestStats {
  return { requests: 0, acknowledged: 0, rejected: 0, connectionLost: 0, wrong: [], slowestMs: 0 }
}

/**
 * Classifies a response during a fault. Acceptable are a success, a 503 with an error code and a Retry-After
 * header, and a lost connection, which acknowledges nothing. Anything else is wrong, including a timeout.
 * @param allowedStatuses other statuses that count as rejections during this fault
 */
export function classifyResponse(
  response: ClientResponse | NoResponse,
  allowedStatuses: readonly number[] = [],
): ResponseClass {
  if ('isTimeout' in response) return response.isTimeout ? 'wrong' : 'connectionLost'
  if (response.status < 400) return 'success'
  if (allowedStatuses.includes(response.status)) return 'rejected'
  return response.status === 503 && response.headers.has('retry-after') && hasErrorCode(response.body)
    ? 'rejected'
    : 'wrong'
}

/** Counts a response and returns its class. */
export function recordResponse(
  stats: RequestStats,
  name: string,
  response: ClientResponse | NoResponse,
  { isWrite, allowedStatuses }: { isWrite: boolean; allowedStatuses?: readonly number[] },
): ResponseClass {
  const responseClass = classifyResponse(response, allowedStatuses)
  stats.requests += 1
  stats.slowestMs = Math.max(stats.slowestMs, response.ms)
  if (responseClass === 'success' && isWrite) stats.acknowledged += 1
  if (responseClass === 'rejected') stats.rejected += 1
  if (responseClass === 'connectionLost') stats.connectionLost += 1
  if (responseClass === 'wrong') stats.wrong.push(`${name}: ${describeResponse(response)}`)
  return responseClass
}

function describeResponse(response: ClientResponse | NoResponse) {
  if ('isTimeout' in response) return `no response in ${Math.round(response.ms)} ms`
  return `${response.status} ${JSON.stringify(response.body).slice(0, 200)}`
}

function hasErrorCode(body: unknown) {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
}
