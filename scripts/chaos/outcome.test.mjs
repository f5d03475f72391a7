import { expect, it } from 'vitest'
import { hasPassed, listFailures, outcomeTable } from './outcome.mjs'
import { classifyResponse, createRequestStats, recordResponse } from './request-stats.mjs'

const body = { code: 'not_ready', error: 'Try again.' }

/**
 * @param {number} status
 * @param {Record<string, string>} [headers]
 */
const response = (status, headers = {}) => ({ status, headers: new Headers(headers), body, ms: 5 })

it('tells an honest refusal from a wrong answer', () => {
  expect(classifyResponse(response(200))).toBe('done')
  expect(classifyResponse(response(503, { 'retry-after': '5' }))).toBe('refused')
  expect(classifyResponse(response(503))).toBe('wrong')
  expect(classifyResponse({ ...response(503, { 'retry-after': '5' }), body: 'a page' })).toBe('wrong')
  expect(classifyResponse(response(500, { 'retry-after': '5' }))).toBe('wrong')
  expect(classifyResponse(response(502))).toBe('wrong')
  expect(classifyResponse(response(502), [502])).toBe('refused')
  expect(classifyResponse({ status: 0, isTimeout: false, ms: 5 })).toBe('unanswered')
  expect(classifyResponse({ status: 0, isTimeout: true, ms: 20_000 })).toBe('wrong')
})

it('counts each answer once, and only writes as acknowledged', () => {
  const count = createRequestStats()
  recordResponse(count, 'GET /', response(200), { isWrite: false })
  recordResponse(count, 'POST /', response(200), { isWrite: true })
  recordResponse(count, 'POST /', response(503, { 'retry-after': '5' }), { isWrite: true })
  recordResponse(count, 'POST /', { ...response(500), ms: 70 }, { isWrite: true })
  recordResponse(count, 'POST /', { status: 0, isTimeout: false, ms: 5 }, { isWrite: true })
  expect(count).toEqual({
    requests: 5,
    acknowledged: 1,
    rejected: 1,
    unanswered: 1,
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

it('holds only where nothing is lost or wrong, something was proved, and it has recovered', () => {
  expect(hasPassed(passing)).toBe(true)
  expect(listFailures({ ...passing, lost: ['Post 1'] })).toEqual(['lost: Post 1'])
  expect(listFailures({ ...passing, recoveryMs: null })).toEqual(['it did not recover'])
  expect(listFailures({ ...passing, problems: ['odd'] })).toEqual(['odd'])
  expect(hasPassed({ ...passing, stats: createRequestStats() })).toBe(false)
  expect(hasPassed({ ...passing, stats: { ...passing.stats, wrong: ['x'] } })).toBe(false)
  expect(hasPassed({ fault: 'a fault', engine: 'SQLite', blocked: 'no disk' })).toBe(false)
})

it('prints a row for each', () => {
  const blocked = { fault: 'another', engine: '—', blocked: 'no proxy' }
  const [, , first, second] = outcomeTable([passing, { ...passing, lost: ['x'] }, blocked]).split('\n')
  expect(first).toMatch(/a fault.*SQLite.*\| +3 \|.*\| +12 \| holds/)
  expect(second).toContain('FAILS')
  expect(outcomeTable([blocked])).toContain('BLOCKED')
})
