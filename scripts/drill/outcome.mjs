import { rounded, table } from '../bench/table.mjs'

/**
 * @typedef {object} Outcome
 * @property {string} fault
 * @property {string} engine
 * @property {import('./count.mjs').Count} count
 * @property {readonly string[]} lost acknowledged writes that are not there afterwards
 * @property {number | null} recoveryMs from the end of the trouble to the first success; null when there was none
 * @property {readonly string[]} faults what else is not as it should be
 * @property {readonly string[]} [notes] what else was seen
 *
 * @typedef {{ fault: string, engine: string, blocked: string }} Blocked a drill that cannot run on this machine or did not come to its end, and why
 *
 * @typedef {Outcome | Blocked} Ending
 * @typedef {(folder: string, options: { kills: number }) => Promise<Ending[]>} Drill does its harm on data below a folder of its own
 */

/** @param {Outcome | Blocked} outcome */
export function holds(outcome) {
  return !('blocked' in outcome) && complaintsOf(outcome).length === 0
}

/**
 * Everything that speaks against an outcome, in words.
 * @param {Outcome} outcome
 */
export function complaintsOf({ count, lost, recoveryMs, faults }) {
  const wrong = new Set(count.wrong)
  return [
    ...faults,
    ...lost.map((each) => `lost: ${each}`),
    ...[...wrong].map((each) => `wrong: ${each}`),
    ...(count.acknowledged === 0 ? ['nothing was acknowledged, so nothing was proved'] : []),
    ...(recoveryMs === null ? ['it did not recover'] : []),
  ]
}

const HEADS = [
  'fault',
  'engine',
  'requests',
  'acknowledged writes',
  'lost',
  'honest refusals',
  'no answer',
  'wrong answers',
  'slowest ms',
  'recovery ms',
  'verdict',
]

/** @param {readonly (Outcome | Blocked)[]} outcomes */
export function tableOf(outcomes) {
  return table(HEADS, outcomes.map(rowOf))
}

/** @param {Outcome | Blocked} outcome */
function rowOf(outcome) {
  const { fault, engine } = outcome
  if ('blocked' in outcome) return [fault, engine, ...HEADS.slice(3).map(() => '—'), 'BLOCKED']
  const { count, lost, recoveryMs } = outcome
  return [
    fault,
    engine,
    count.requests,
    count.acknowledged,
    lost.length,
    count.refused,
    count.unanswered,
    count.wrong.length,
    rounded(count.slowestMs),
    recoveryMs === null ? 'never' : rounded(recoveryMs),
    holds(outcome) ? 'holds' : 'FAILS',
  ]
}
