/**
 * @typedef {{ status: number, headers: Headers, body: any, ms: number }} ClientResponse
 * @typedef {{ status: 0, body?: undefined, isTimeout: boolean, ms: number }} NoResponse the connection was lost, or the request timed out
 * @typedef {'success' | 'rejected' | 'connectionLost' | 'wrong'} ResponseClass
 * @typedef {{ requests: number, acknowledged: number, rejected: number, connectionLost: number, wrong: string[], slowestMs: number }} RequestStats
 */

/** @returns {RequestStats} */
export function createRequestStats() {
  return { requests: 0, acknowledged: 0, rejected: 0, connectionLost: 0, wrong: [], slowestMs: 0 }
}

/**
 * Classifies a response during a fault. Acceptable are a success, a 503 with an error code and a Retry-After
 * header, and a lost connection, which acknowledges nothing. Anything else is wrong, including a timeout.
 * @param {ClientResponse | NoResponse} response
 * @param {readonly number[]} [allowedStatuses] other statuses that count as rejections during this fault
 * @returns {ResponseClass}
 */
export function classifyResponse(response, allowedStatuses = []) {
  if ('isTimeout' in response) return response.isTimeout ? 'wrong' : 'connectionLost'
  if (response.status < 400) return 'success'
  if (allowedStatuses.includes(response.status)) return 'rejected'
  return response.status === 503 && response.headers.has('retry-after') && hasErrorCode(response.body)
    ? 'rejected'
    : 'wrong'
}

/**
 * Counts a response and returns its class.
 * @param {RequestStats} stats
 * @param {string} name
 * @param {ClientResponse | NoResponse} response
 * @param {{ isWrite: boolean, allowedStatuses?: readonly number[] }} kind
 * @returns {ResponseClass}
 */
export function recordResponse(stats, name, response, { isWrite, allowedStatuses }) {
  const responseClass = classifyResponse(response, allowedStatuses)
  stats.requests += 1
  stats.slowestMs = Math.max(stats.slowestMs, response.ms)
  if (responseClass === 'success' && isWrite) stats.acknowledged += 1
  if (responseClass === 'rejected') stats.rejected += 1
  if (responseClass === 'connectionLost') stats.connectionLost += 1
  if (responseClass === 'wrong') stats.wrong.push(`${name}: ${describeResponse(response)}`)
  return responseClass
}

/** @param {ClientResponse | NoResponse} response */
function describeResponse(response) {
  if ('isTimeout' in response) return `no response in ${Math.round(response.ms)} ms`
  return `${response.status} ${JSON.stringify(response.body).slice(0, 200)}`
}

/** @param {unknown} body */
function hasErrorCode(body) {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
}
