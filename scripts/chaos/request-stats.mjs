/**
 * @typedef {{ status: number, headers: Headers, body: any, ms: number }} ClientResponse
 * @typedef {{ status: 0, body?: undefined, isTimeout: boolean, ms: number }} NoResponse the connection broke, or nothing came in time
 * @typedef {'done' | 'refused' | 'unanswered' | 'wrong'} Verdict
 * @typedef {{ requests: number, acknowledged: number, rejected: number, unanswered: number, wrong: string[], slowestMs: number }} RequestStats
 */

/** @returns {RequestStats} */
export function createRequestStats() {
  return { requests: 0, acknowledged: 0, rejected: 0, unanswered: 0, wrong: [], slowestMs: 0 }
}

/**
 * Whether an answer is what an honest server gives in trouble: it did it, or it says that it could not and
 * when to come again. A connection that breaks acknowledges nothing; silence is wrong.
 * @param {ClientResponse | NoResponse} answer
 * @param {readonly number[]} [alsoHonest] other statuses that the trouble excuses
 * @returns {Verdict}
 */
export function classifyResponse(answer, alsoHonest = []) {
  if ('isTimeout' in answer) return answer.isTimeout ? 'wrong' : 'unanswered'
  if (answer.status < 400) return 'done'
  if (alsoHonest.includes(answer.status)) return 'refused'
  return answer.status === 503 && answer.headers.has('retry-after') && hasErrorCode(answer.body)
    ? 'refused'
    : 'wrong'
}

/**
 * Counts an answer and returns what it was.
 * @param {RequestStats} count
 * @param {string} call
 * @param {ClientResponse | NoResponse} answer
 * @param {{ isWrite: boolean, alsoHonest?: readonly number[] }} kind
 * @returns {Verdict}
 */
export function recordResponse(count, call, answer, { isWrite, alsoHonest }) {
  const verdict = classifyResponse(answer, alsoHonest)
  count.requests += 1
  count.slowestMs = Math.max(count.slowestMs, answer.ms)
  if (verdict === 'done' && isWrite) count.acknowledged += 1
  if (verdict === 'refused') count.rejected += 1
  if (verdict === 'unanswered') count.unanswered += 1
  if (verdict === 'wrong') count.wrong.push(`${call}: ${describeResponse(answer)}`)
  return verdict
}

/** @param {ClientResponse | NoResponse} answer */
function describeResponse(answer) {
  if ('isTimeout' in answer) return `no answer in ${Math.round(answer.ms)} ms`
  return `${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`
}

/** @param {unknown} body */
function hasErrorCode(body) {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
}
