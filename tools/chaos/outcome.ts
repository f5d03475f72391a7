import type { ClientResponse, NoResponse } from '../bench/program.ts'
import { rounded, table } from '../bench/table.ts'

type ResponseClass = 'success' | 'rejected' | 'connectionLost' | 'wrong'

export type RequestStats = {
  requests: number
  acknowledged: number
  rejected: number
  connectionLost: number
  wrong: string[]
  slowestMs: number
}

export type Outcome = {
  fault: string
  engine: string
  stats: RequestStats
  /** Acknowledged writes that are not stored afterward. */
  lost: readonly string[]
  /** From the end of the fault to the first success; null if there was none. */
  recoveryMs: number | null
  /** In attacks: a bystander's 99th percentile in milliseconds, before the attack and during it. */
  p99?: { quiet: number; attacked: number }
  problems: readonly string[]
  notes?: readonly string[]
}

type Blocked = { fault: string; engine: string; blocked: string }

export type ExperimentResult = Outcome | Blocked

export type ChaosOptions = {
  kills: number
  cuts: number
  seed: number
  /** Where the recording of the power failures is kept, or read from if there is one; undefined keeps none. */
  recording: string | undefined
}

/** Uses only data in the given folder. */
export type Experiment = (folder: string, options: ChaosOptions) => Promise<ExperimentResult[]>

export function hasPassed(outcome: Outcome | Blocked) {
  return !('blocked' in outcome) && listFailures(outcome).length === 0
}

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
  'p99 before, ms',
  'p99 during, ms',
  'result',
]

export function outcomeTable(outcomes: readonly (Outcome | Blocked)[]) {
  return table(COLUMNS, outcomes.map(toRow))
}

function toRow(outcome: Outcome | Blocked) {
  const { fault, engine } = outcome
  if ('blocked' in outcome) return [fault, engine, ...COLUMNS.slice(3).map(() => '—'), 'BLOCKED']
  const { stats, lost, recoveryMs, p99 } = outcome
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
    p99 === undefined ? '' : rounded(p99.quiet),
    p99 === undefined ? '' : rounded(p99.attacked),
    hasPassed(outcome) ? 'passed' : 'FAILED',
  ]
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
