/**
 * @typedef {{ status: number, headers: Headers, body: any, ms: number }} Answer
 * @typedef {{ status: 0, body?: undefined, isLate: boolean, ms: number }} NoAnswer the connection broke, or nothing came in time
 * @typedef {'done' | 'refused' | 'unanswered' | 'wrong'} Verdict
 * @typedef {{ requests: number, acknowledged: number, refused: number, unanswered: number, wrong: string[], slowestMs: number }} Count
 */

/** @returns {Count} */
export function newCount() {
  return { requests: 0, acknowledged: 0, refused: 0, unanswered: 0, wrong: [], slowestMs: 0 }
}

/**
 * Whether an answer is what an honest server gives in trouble: it did it, or it says that it could not and
 * when to come again. A connection that breaks acknowledges nothing; silence is wrong.
 * @param {Answer | NoAnswer} answer
 * @param {readonly number[]} [alsoHonest] other statuses that the trouble excuses
 * @returns {Verdict}
 */
export function verdictOn(answer, alsoHonest = []) {
  if ('isLate' in answer) return answer.isLate ? 'wrong' : 'unanswered'
  if (answer.status < 400) return 'done'
  if (alsoHonest.includes(answer.status)) return 'refused'
  return answer.status === 503 && answer.headers.has('retry-after') && hasCode(answer.body)
    ? 'refused'
    : 'wrong'
}

/**
 * Counts an answer and returns what it was.
 * @param {Count} count
 * @param {string} call
 * @param {Answer | NoAnswer} answer
 * @param {{ isWrite: boolean, alsoHonest?: readonly number[] }} kind
 * @returns {Verdict}
 */
export function tell(count, call, answer, { isWrite, alsoHonest }) {
  const verdict = verdictOn(answer, alsoHonest)
  count.requests += 1
  count.slowestMs = Math.max(count.slowestMs, answer.ms)
  if (verdict === 'done' && isWrite) count.acknowledged += 1
  if (verdict === 'refused') count.refused += 1
  if (verdict === 'unanswered') count.unanswered += 1
  if (verdict === 'wrong') count.wrong.push(`${call}: ${wordsFor(answer)}`)
  return verdict
}

/** @param {Answer | NoAnswer} answer */
function wordsFor(answer) {
  if ('isLate' in answer) return `no answer in ${Math.round(answer.ms)} ms`
  return `${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`
}

/** @param {unknown} body */
function hasCode(body) {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
}
