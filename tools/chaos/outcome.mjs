import { rounded, table } from '../bench/table.mjs'

/**
 * @typedef {object} Outcome
 * @property {string} fault
 * @property {string} engine
 * @property {import('./request-stats.mjs').RequestStats} stats
 * @property {readonly string[]} lost acknowledged writes that are not stored afterward
 * @property {number | null} recoveryMs from the end of the fault to the first success; null if there was none
 * @property {readonly string[]} problems other failures
 * @property {readonly string[]} [notes] observations that are not failures
 *
 * @typedef {{ fault: string, engine: string, blocked: string }} Blocked an experiment that cannot run on this machine or did not finish, with the reason
 *
 * @typedef {Outcome | Blocked} ExperimentResult
 * @typedef {(folder: string, options: { kills: number }) => Promise<ExperimentResult[]>} Experiment uses only data in the given folder
 */

/** @param {Outcome | Blocked} outcome */
export function hasPassed(outcome) {
  return !('blocked' in outcome) && listFailures(outcome).length === 0
}

/**
 * Returns the reasons why an experiment failed; empty if it passed.
 * @param {Outcome} outcome
 */
export function listFailures({ stats, lost, recoveryMs, problems }) {
  const wrongResponses = new Set(stats.wrong)
  return [
    ...problems,
    ...lost.map((each) => `lost write: ${each}`),
    ...[...wrongResponses].map((each) => `wrong response: ${each}`),
    ...(stats.acknowledged === 0 ? ['no write was acknowledged, so the experiment proves nothing'] : []),
    ...(recoveryMs === null ? ['it did not recover'] : []),
  ]
}

const COLUMNS = [
  'fault',
  'engine',
  'requests',
  'acknowledged writes',
  'lost',
  '503 with Retry-After',
  'connection lost',
  'wrong responses',
  'slowest ms',
  'recovery ms',
  'result',
]

/** @param {readonly (Outcome | Blocked)[]} outcomes */
export function outcomeTable(outcomes) {
  return table(COLUMNS, outcomes.map(toRow))
}

/** @param {Outcome | Blocked} outcome */
function toRow(outcome) {
  const { fault, engine } = outcome
  if ('blocked' in outcome) return [fault, engine, ...COLUMNS.slice(3).map(() => '—'), 'BLOCKED']
  const { stats, lost, recoveryMs } = outcome
  return [
    fault,
    engine,
    stats.requests,
    stats.acknowledged,
    lost.length,
    stats.rejected,
    stats.connectionLost,
    stats.wrong.length,
    rounded(stats.slowestMs),
    recoveryMs === null ? 'never' : rounded(recoveryMs),
    hasPassed(outcome) ? 'passed' : 'FAILED',
  ]
}
