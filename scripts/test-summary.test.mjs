import { expect, it } from 'vitest'
import {
  EMPTY_SUMMARY,
  journeyOutcome,
  mergeSummaries,
  summaryLine,
  unitTestOutcome,
} from './test-summary.mjs'

/** @param {Partial<import('./test-summary.mjs').TestSummary>} some */
const summaryOf = (some) => ({ ...EMPTY_SUMMARY, ...some })

it('ends with one line, and names the skipped only when there are some', () => {
  expect(summaryLine(summaryOf({ passed: 3 }))).toBe('3 passed, 0 failed')
  expect(summaryLine(summaryOf({ passed: 3, failed: 1, skipped: 2 }))).toBe('3 passed, 1 failed, 2 skipped')
})

it('adds up', () => {
  expect(mergeSummaries([summaryOf({ passed: 1, skipped: 4 }), summaryOf({ passed: 2, failed: 3 })])).toEqual(
    {
      passed: 3,
      failed: 3,
      skipped: 4,
    },
  )
})

it('counts the unit tests of all projects', () => {
  const projects = { domain: summaryOf({ passed: 5 }), server: summaryOf({ passed: 2, failed: 1 }) }

  const outcome = unitTestOutcome({ projects, unhandledErrors: 0 }, 1, ['domain', 'server'])

  expect(outcome).toEqual({ summary: { passed: 7, failed: 1, skipped: 0 }, problems: [] })
})

it.each([
  { what: 'a runner that left no result', report: undefined, code: 0 },
  { what: 'a project without tests', report: { projects: {}, unhandledErrors: 0 }, code: 0 },
  {
    what: 'a project whose tests were all skipped',
    report: { projects: { domain: summaryOf({ skipped: 2 }) }, unhandledErrors: 0 },
    code: 0,
  },
  {
    what: 'an error outside of any test',
    report: { projects: { domain: summaryOf({ passed: 2 }) }, unhandledErrors: 1 },
    code: 1,
  },
  {
    what: 'an exit code that no test explains',
    report: { projects: { domain: summaryOf({ passed: 2 }) }, unhandledErrors: 0 },
    code: 1,
  },
])('counts $what as a failure', ({ report, code }) => {
  const { summary: counted, problems } = unitTestOutcome(report, code, ['domain'])

  expect(counted.failed).toBe(1)
  expect(problems).toHaveLength(1)
})

const PASSING_STATS = { expected: 2, unexpected: 0, flaky: 0, skipped: 1 }

it('counts the journeys', () => {
  expect(journeyOutcome({ stats: PASSING_STATS, errors: [] }, 0)).toEqual({
    summary: { passed: 2, failed: 0, skipped: 1 },
    problems: [],
  })
})

it.each([
  { what: 'a journey that failed', stats: { ...PASSING_STATS, unexpected: 1 }, errors: [], code: 1 },
  {
    what: 'a journey that passed at the second try',
    stats: { ...PASSING_STATS, flaky: 1 },
    errors: [],
    code: 0,
  },
  { what: 'no journey at all', stats: { ...PASSING_STATS, expected: 0 }, errors: [], code: 0 },
  {
    what: 'an error outside of any journey',
    stats: PASSING_STATS,
    errors: [{ message: 'no such file' }],
    code: 1,
  },
  { what: 'an exit code that no journey explains', stats: PASSING_STATS, errors: [], code: 1 },
])('counts $what as a failure', ({ stats, errors, code }) => {
  expect(journeyOutcome({ stats, errors }, code).summary.failed).toBe(1)
})
