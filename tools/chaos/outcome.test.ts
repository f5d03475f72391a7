import { expect, it } from 'vitest'
import {
  classifyResponse,
  createRequestStats,
  hasPassed,
  listFailures,
  outcomeTable,
  recordResponse,
} from './outcome.ts'

const body = { code: 'not_ready', error: 'Try again.' }

const response = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers: new Headers(headers),
  body,
  ms: 5,
})

it('classifies a 503 with Retry-After as rejected and other errors as wrong', () => {
  expect(classifyResponse(response(200))).toBe('success')
  expect(classifyResponse(response(503, { 'retry-after': '5' }))).toBe('rejected')
  expect(classifyResponse(response(503))).toBe('wrong')
  expect(classifyResponse({ ...response(503, { 'retry-after': '5' }), body: 'a page' })).toBe('wrong')
  expect(classifyResponse(response(500, { 'retry-after': '5' }))).toBe('wrong')
  expect(classifyResponse(response(502))).toBe('wrong')
  expect(classifyResponse(response(502), [502])).toBe('rejected')
  expect(classifyResponse({ status: 0, isTimeout: false, ms: 5 })).toBe('connectionLost')
  expect(classifyResponse({ status: 0, isTimeout: true, ms: 20_000 })).toBe('wrong')
})

it('counts each response once, and only writes as acknowledged', () => {
  const stats = createRequestStats()
  recordResponse(stats, 'GET /', response(200), { isWrite: false })
  recordResponse(stats, 'POST /', response(200), { isWrite: true })
  recordResponse(stats, 'POST /', response(503, { 'retry-after': '5' }), { isWrite: true })
  recordResponse(stats, 'POST /', { ...response(500), ms: 70 }, { isWrite: true })
  recordResponse(stats, 'POST /', { status: 0, isTimeout: false, ms: 5 }, { isWrite: true })
  expect(stats).toEqual({
    requests: 5,
    acknowledged: 1,
    rejected: 1,
    connectionLost: 1,
    wrong: [`POST /: 500 ${JSON.stringify(body)}`],
    slowestMs: 70,
  })
})

const passing = {
  fault: 'a fault',
  engine: 'SQLite',
  stats: { ...createRequestStats(), acknowledged: 3 },
  lost: [],
  recoveryMs: 12.4,
  problems: [],
}

it('passes only with acknowledged writes, a recovery, and nothing lost or wrong', () => {
  expect(hasPassed(passing)).toBe(true)
  expect(listFailures({ ...passing, lost: ['Post 1'] })).toEqual(['lost write: Post 1'])
  expect(listFailures({ ...passing, recoveryMs: null })).toEqual(['it did not recover'])
  expect(listFailures({ ...passing, problems: ['too slow'] })).toEqual(['too slow'])
  expect(hasPassed({ ...passing, stats: createRequestStats() })).toBe(false)
  expect(hasPassed({ ...passing, stats: { ...passing.stats, wrong: ['x'] } })).toBe(false)
  expect(hasPassed({ fault: 'a fault', engine: 'SQLite', blocked: 'no disk' })).toBe(false)
})

it('prints one row per experiment', () => {
  const blocked = { fault: 'another', engine: '—', blocked: 'no proxy' }
  const [, , first, second] = outcomeTable([passing, { ...passing, lost: ['x'] }, blocked]).split('\n')
  expect(first).toMatch(/a fault.*SQLite.*\| +3 \|.*\| +12 \| +\| +\| passed/)
  expect(second).toContain('FAILED')
  expect(outcomeTable([blocked])).toContain('BLOCKED')
})

it("prints a bystander's latency before an attack and during it", () => {
  const attack = { ...passing, p99: { quiet: 20.2, attacked: 299.6 } }
  expect(outcomeTable([attack]).split('\n')[2]).toMatch(/\| +12 \| +20 \| +300 \| passed/)
})
