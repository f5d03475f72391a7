import { expect, it } from 'vitest'
import { newCount, tell, verdictOn } from './count.mjs'
import { complaintsOf, holds, tableOf } from './outcome.mjs'

const body = { code: 'not_ready', error: 'Try again.' }

/**
 * @param {number} status
 * @param {Record<string, string>} [headers]
 */
const answer = (status, headers = {}) => ({ status, headers: new Headers(headers), body, ms: 5 })

it('tells an honest refusal from a wrong answer', () => {
  expect(verdictOn(answer(200))).toBe('done')
  expect(verdictOn(answer(503, { 'retry-after': '5' }))).toBe('refused')
  expect(verdictOn(answer(503))).toBe('wrong')
  expect(verdictOn({ ...answer(503, { 'retry-after': '5' }), body: 'a page' })).toBe('wrong')
  expect(verdictOn(answer(500, { 'retry-after': '5' }))).toBe('wrong')
  expect(verdictOn(answer(502))).toBe('wrong')
  expect(verdictOn(answer(502), [502])).toBe('refused')
  expect(verdictOn({ status: 0, isLate: false, ms: 5 })).toBe('unanswered')
  expect(verdictOn({ status: 0, isLate: true, ms: 20_000 })).toBe('wrong')
})

it('counts each answer once, and only writes as acknowledged', () => {
  const count = newCount()
  tell(count, 'GET /', answer(200), { isWrite: false })
  tell(count, 'POST /', answer(200), { isWrite: true })
  tell(count, 'POST /', answer(503, { 'retry-after': '5' }), { isWrite: true })
  tell(count, 'POST /', { ...answer(500), ms: 70 }, { isWrite: true })
  tell(count, 'POST /', { status: 0, isLate: false, ms: 5 }, { isWrite: true })
  expect(count).toEqual({
    requests: 5,
    acknowledged: 1,
    refused: 1,
    unanswered: 1,
    wrong: [`POST /: 500 ${JSON.stringify(body)}`],
    slowestMs: 70,
  })
})

const good = {
  fault: 'a fault',
  engine: 'SQLite',
  count: { ...newCount(), acknowledged: 3 },
  lost: [],
  recoveryMs: 12.4,
  faults: [],
}

it('holds only where nothing is lost or wrong, something was proved, and it has recovered', () => {
  expect(holds(good)).toBe(true)
  expect(complaintsOf({ ...good, lost: ['Post 1'] })).toEqual(['lost: Post 1'])
  expect(complaintsOf({ ...good, recoveryMs: null })).toEqual(['it did not recover'])
  expect(complaintsOf({ ...good, faults: ['odd'] })).toEqual(['odd'])
  expect(holds({ ...good, count: newCount() })).toBe(false)
  expect(holds({ ...good, count: { ...good.count, wrong: ['x'] } })).toBe(false)
  expect(holds({ fault: 'a fault', engine: 'SQLite', blocked: 'no disk' })).toBe(false)
})

it('prints a row for each', () => {
  const blocked = { fault: 'another', engine: '—', blocked: 'no proxy' }
  const [, , first, second] = tableOf([good, { ...good, lost: ['x'] }, blocked]).split('\n')
  expect(first).toMatch(/a fault.*SQLite.*\| +3 \|.*\| +12 \| holds/)
  expect(second).toContain('FAILS')
  expect(tableOf([blocked])).toContain('BLOCKED')
})
