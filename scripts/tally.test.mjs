import { expect, it } from 'vitest'
import { journeyOutcome, NOTHING, sum, summaryLine, unitOutcome } from './tally.mjs'

/** @param {Partial<import('./tally.mjs').Tally>} some */
const tally = (some) => ({ ...NOTHING, ...some })

it('ends with one line, and names the skipped only when there are some', () => {
  expect(summaryLine(tally({ passed: 3 }))).toBe('3 passed, 0 failed')
  expect(summaryLine(tally({ passed: 3, failed: 1, skipped: 2 }))).toBe('3 passed, 1 failed, 2 skipped')
})

it('adds up', () => {
  expect(sum([tally({ passed: 1, skipped: 4 }), tally({ passed: 2, failed: 3 })])).toEqual({
    passed: 3,
    failed: 3,
    skipped: 4,
  })
})

it('counts the unit tests of all projects', () => {
  const projects = { domain: tally({ passed: 5 }), server: tally({ passed: 2, failed: 1 }) }

  const outcome = unitOutcome({ projects, unhandledErrors: 0 }, 1, ['domain', 'server'])

  expect(outcome).toEqual({ tally: { passed: 7, failed: 1, skipped: 0 }, faults: [] })
})

it.each([
  { what: 'a runner that left no result', report: undefined, code: 0 },
  { what: 'a project without tests', report: { projects: {}, unhandledErrors: 0 }, code: 0 },
  {
    what: 'a project whose tests were all skipped',
    report: { projects: { domain: tally({ skipped: 2 }) }, unhandledErrors: 0 },
    code: 0,
  },
  {
    what: 'an error outside of any test',
    report: { projects: { domain: tally({ passed: 2 }) }, unhandledErrors: 1 },
    code: 1,
  },
  {
    what: 'an exit code that no test explains',
    report: { projects: { domain: tally({ passed: 2 }) }, unhandledErrors: 0 },
    code: 1,
  },
])('counts $what as a failure', ({ report, code }) => {
  const { tally: counted, faults } = unitOutcome(report, code, ['domain'])

  expect(counted.failed).toBe(1)
  expect(faults).toHaveLength(1)
})

const CALM = { expected: 2, unexpected: 0, flaky: 0, skipped: 1 }

it('counts the journeys', () => {
  expect(journeyOutcome({ stats: CALM, errors: [] }, 0)).toEqual({
    tally: { passed: 2, failed: 0, skipped: 1 },
    faults: [],
  })
})

it.each([
  { what: 'a journey that failed', stats: { ...CALM, unexpected: 1 }, errors: [], code: 1 },
  { what: 'a journey that passed at the second try', stats: { ...CALM, flaky: 1 }, errors: [], code: 0 },
  { what: 'no journey at all', stats: { ...CALM, expected: 0 }, errors: [], code: 0 },
  { what: 'an error outside of any journey', stats: CALM, errors: [{ message: 'no such file' }], code: 1 },
  { what: 'an exit code that no journey explains', stats: CALM, errors: [], code: 1 },
])('counts $what as a failure', ({ stats, errors, code }) => {
  expect(journeyOutcome({ stats, errors }, code).tally.failed).toBe(1)
})
