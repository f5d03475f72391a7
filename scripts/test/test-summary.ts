export type TestSummary = { passed: number; failed: number; skipped: number }

export const EMPTY_SUMMARY: Readonly<TestSummary> = { passed: 0, failed: 0, skipped: 0 }

export function mergeSummaries(summaries: readonly Readonly<TestSummary>[]): TestSummary {
  return summaries.reduce(
    (total, summary) => ({
      passed: total.passed + summary.passed,
      failed: total.failed + summary.failed,
      skipped: total.skipped + summary.skipped,
    }),
    { ...EMPTY_SUMMARY },
  )
}

/** Returns the last line of the output, which is also read by other programs. */
export function summaryLine({ passed, failed, skipped }: Readonly<TestSummary>) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** What count-reporter.ts writes. */
export type UnitReport = {
  projects: Record<string, TestSummary>
  unhandledErrors: number
}

/** `problems` are failures outside of any test, and are counted in the summary. */
export type TestOutcome = { summary: TestSummary; problems: string[] }

/**
 * @param report undefined if the runner wrote none
 * @param expected projects that must have run tests
 */
export function unitTestOutcome(
  report: UnitReport | undefined,
  exitCode: number,
  expected: readonly string[],
): TestOutcome {
  if (report === undefined) return withProblems(EMPTY_SUMMARY, ['The unit tests ended without a report.'])
  const summary = mergeSummaries(Object.values(report.projects))
  const empty = expected.filter((name) => {
    const { passed, failed } = report.projects[name] ?? EMPTY_SUMMARY
    return passed + failed === 0
  })
  const problems = empty.map((name) => `The project "${name}" ran no tests.`)
  if (report.unhandledErrors > 0)
    problems.push(`${report.unhandledErrors} unhandled errors outside of any test.`)
  return withProblems(summary, addUnexplainedExit(problems, summary, exitCode, 'The unit tests'))
}

/** What Playwright's JSON reporter writes. */
export type JourneyReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  /** Outside of any test. */
  errors: readonly { message?: string }[]
}

export function journeyOutcome(report: JourneyReport | undefined, exitCode: number): TestOutcome {
  if (report === undefined)
    return withProblems(EMPTY_SUMMARY, ['The end-to-end tests ended without a report.'])
  const { expected, unexpected, flaky, skipped } = report.stats
  const summary = { passed: expected, failed: unexpected + flaky, skipped }
  const problems = report.errors.map(({ message }) => message ?? 'An error outside of any end-to-end test.')
  if (expected + unexpected + flaky === 0) problems.push('No end-to-end test was run.')
  return withProblems(summary, addUnexplainedExit(problems, summary, exitCode, 'The end-to-end tests'))
}

function addUnexplainedExit(problems: string[], summary: TestSummary, exitCode: number, suite: string) {
  if (exitCode === 0 || summary.failed + problems.length > 0) return problems
  return [`${suite} exited with code ${exitCode}, but no test failed.`]
}

function withProblems(summary: Readonly<TestSummary>, problems: string[]): TestOutcome {
  return { summary: { ...summary, failed: summary.failed + problems.length }, problems }
}
