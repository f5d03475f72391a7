import { rounded, table } from '../bench/table.mjs'

/**
 * @typedef {object} Outcome
 * @property {string} fault
 * @property {string} engine
 * @property {import('./request-stats.mjs').RequestStats} stats
 * @property {readonly string[]} lost acknowledged writes that are not there afterwards
 * @property {number | null} recoveryMs from the end of the trouble to the first success; null when there was none
 * @property {readonly string[]} problems what else is not as it should be
 * @property {readonly string[]} [notes] what else was seen
 *
 * @typedef {{ fault: string, engine: string, blocked: string }} Blocked a drill that cannot run on this machine or did not come to its end, and why
 *
 * @typedef {Outcome | Blocked} ExperimentResult
 * @typedef {(folder: string, options: { kills: number }) => Promise<ExperimentResult[]>} Experiment does its harm on data below a folder of its own
 */

/** @param {Outcome | Blocked} outcome */
export function hasPassed(outcome) {
  return !('blocked' in outcome) && listFailures(outcome).length === 0
}

/**
 * Everything that speaks against an outcome, in words.
 * @param {Outcome} outcome
 */
export function listFailures({ stats, lost, recoveryMs, problems }) {
  const wrong = new Set(stats.wrong)
  return [
    ...problems,
    ...lost.map((each) => `lost: ${each}`),
    ...[...wrong].map((each) => `wrong: ${each}`),
    ...(stats.acknowledged === 0 ? ['nothing was acknowledged, so nothing was proved'] : []),
    ...(recoveryMs === null ? ['it did not recover'] : []),
  ]
}

const COLUMNS = [
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
    stats.unanswered,
    stats.wrong.length,
    rounded(stats.slowestMs),
    recoveryMs === null ? 'never' : rounded(recoveryMs),
    hasPassed(outcome) ? 'holds' : 'FAILS',
  ]
}
