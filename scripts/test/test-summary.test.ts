import { expect, it } from 'vitest'
import {
  EMPTY_SUMMARY,
  journeyFiles,
  journeyOutcome,
  mergeSummaries,
  summaryLine,
  type TestSummary,
  unitTestOutcome,
} from './test-summary.ts'

const summaryOf = (overrides: Partial<TestSummary>) => ({ ...EMPTY_SUMMARY, ...overrides })

it('formats the summary line and mentions skipped tests only if there are any', () => {
  expect(summaryLine(summaryOf({ passed: 3 }))).toBe('3 passed, 0 failed')
  expect(summaryLine(summaryOf({ passed: 3, failed: 1, skipped: 2 }))).toBe('3 passed, 1 failed, 2 skipped')
})

it('adds summaries', () => {
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

  const failures = ['server: app.test.ts > starts']

  const outcome = unitTestOutcome({ projects, failures, unhandledErrors: 0, files: [] }, 1, [
    'domain',
    'server',
  ])

  expect(outcome).toEqual({ summary: { passed: 7, failed: 1, skipped: 0 }, failures })
})

it.each([
  { what: 'a missing report', report: undefined, code: 0 },
  {
    what: 'a project without tests',
    report: { projects: {}, failures: [], unhandledErrors: 0, files: [] },
    code: 0,
  },
  {
    what: 'a project whose tests were all skipped',
    report: { projects: { domain: summaryOf({ skipped: 2 }) }, failures: [], unhandledErrors: 0, files: [] },
    code: 0,
  },
  {
    what: 'an error outside of any test',
    report: { projects: { domain: summaryOf({ passed: 2 }) }, failures: [], unhandledErrors: 1, files: [] },
    code: 1,
  },
  {
    what: 'a failing exit code without a failed test',
    report: { projects: { domain: summaryOf({ passed: 2 }) }, failures: [], unhandledErrors: 0, files: [] },
    code: 1,
  },
])('counts $what of the unit tests as a failure', ({ report, code }) => {
  const { summary, failures } = unitTestOutcome(report, code, ['domain'])

  expect(summary.failed).toBe(1)
  expect(failures).toHaveLength(1)
})

const PASSING_STATS = { expected: 2, unexpected: 0, flaky: 0, skipped: 1 }

it('counts the end-to-end tests', () => {
  expect(journeyOutcome({ stats: PASSING_STATS, suites: [], errors: [] }, 0)).toEqual({
    summary: { passed: 2, failed: 0, skipped: 1 },
    failures: [],
  })
})

it('names the failed end-to-end tests of all groups, and adds up the time of a file', () => {
  const specOf = (title: string, status: string) => ({
    title,
    tests: [{ status, results: [{ duration: 1500 }] }],
  })
  const suites = [
    {
      title: 'sign-in.spec.ts',
      specs: [specOf('signs in', 'expected'), specOf('signs out', 'unexpected')],
      suites: [{ title: 'on a phone', specs: [specOf('signs in', 'flaky'), specOf('signs out', 'skipped')] }],
    },
  ]

  const { failures } = journeyOutcome(
    { stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 1 }, suites, errors: [] },
    1,
  )

  expect(failures).toEqual(['sign-in.spec.ts > signs out', 'sign-in.spec.ts > on a phone > signs in'])
  expect(journeyFiles({ stats: PASSING_STATS, suites, errors: [] })).toEqual([
    { file: 'e2e/sign-in.spec.ts', ms: 6000 },
  ])
})

it.each([
  { what: 'a failed test', stats: { ...PASSING_STATS, unexpected: 1 }, errors: [], code: 1 },
  {
    what: 'a flaky test',
    stats: { ...PASSING_STATS, flaky: 1 },
    errors: [],
    code: 0,
  },
  { what: 'a run without tests', stats: { ...PASSING_STATS, expected: 0 }, errors: [], code: 0 },
  {
    what: 'an error outside of any test',
    stats: PASSING_STATS,
    errors: [{ message: 'file not found' }],
    code: 1,
  },
  { what: 'a failing exit code without a failed test', stats: PASSING_STATS, errors: [], code: 1 },
])('counts $what of the end-to-end tests as a failure', ({ stats, errors, code }) => {
  expect(journeyOutcome({ stats, suites: [], errors }, code).summary.failed).toBe(1)
})
