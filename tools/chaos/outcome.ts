import { rounded, table } from '../bench/table.ts'
import type { RequestStats } from './request-stats.ts'

export type Outcome = {
  fault: string
  engine: string
  stats: RequestStats
  /** Acknowledged writes that are not stored afterward. */
  lost: readonly string[]
  /** From the end of the fault to the first success; null if there was none. */
  recoveryMs: number | null
  /** Other failures. */
  problems: readonly string[]
  /** Observations that are not failures. */
  notes?: readonly string[]
}

/** An experiment that cannot run on this machine or did not finish, with the reason. */
type Blocked = { fault: string; engine: string; blocked: string }

export type ExperimentResult = Outcome | Blocked

/** Uses only data in the given folder. */
export type Experiment = (folder: string, options: { kills: number }) => Promise<ExperimentResult[]>

export function hasPassed(outcome: Outcome | Blocked) {
  return !('blocked' in outcome) && listFailures(outcome).length === 0
}

/** Returns the reasons why an experiment failed; empty if it passed. */
export function listFailures({ stats, lost, recoveryMs, problems }: Outcome) {
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

export function outcomeTable(outcomes: readonly (Outcome | Blocked)[]) {
  return table(COLUMNS, outcomes.map(toRow))
}

function toRow(outcome: Outcome | Blocked) {
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
