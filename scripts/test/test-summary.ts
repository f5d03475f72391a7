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
  failures: readonly string[]
  unhandledErrors: number
  /** What each file used: its processor time, or its duration where that is not known. */
  files: readonly { file: string; ms: number }[]
}

/** `failures` names each failed check or test, and says what failed outside of any. The summary counts them all. */
export type TestOutcome = { summary: TestSummary; failures: string[] }

/**
 * @param report undefined if the runner wrote none
 * @param expected projects that must have run tests
 */
export function unitTestOutcome(
  report: UnitReport | undefined,
  exitCode: number,
  expected: readonly string[],
): TestOutcome {
  if (report === undefined) return withProblems(EMPTY_SUMMARY, [], ['The unit tests ended without a report.'])
  const summary = mergeSummaries(Object.values(report.projects))
  const empty = expected.filter((name) => {
    const { passed, failed } = report.projects[name] ?? EMPTY_SUMMARY
    return passed + failed === 0
  })
  const problems = empty.map((name) => `The project "${name}" ran no tests.`)
  if (report.unhandledErrors > 0)
    problems.push(`${report.unhandledErrors} unhandled errors outside of any test.`)
  addUnexplainedExit(problems, summary, exitCode, 'The unit tests')
  return withProblems(summary, report.failures, problems)
}

/** What Playwright's JSON reporter writes. */
export type JourneyReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: readonly JourneySuite[]
  /** Outside of any test. */
  errors: readonly { message?: string }[]
}

export type JourneySuite = {
  title: string
  specs: readonly {
    title: string
    tests: readonly { status: string; results: readonly { duration: number }[] }[]
  }[]
  suites?: readonly JourneySuite[]
}

export function journeyOutcome(report: JourneyReport | undefined, exitCode: number): TestOutcome {
  if (report === undefined)
    return withProblems(EMPTY_SUMMARY, [], ['The end-to-end tests ended without a report.'])
  const { expected, unexpected, flaky, skipped } = report.stats
  const summary = { passed: expected, failed: unexpected + flaky, skipped }
  const problems = report.errors.map(({ message }) => message ?? 'An error outside of any end-to-end test.')
  if (expected + unexpected + flaky === 0) problems.push('No end-to-end test was run.')
  addUnexplainedExit(problems, summary, exitCode, 'The end-to-end tests')
  return withProblems(summary, listFailedJourneys(report.suites), problems)
}

export function journeyFiles(report: JourneyReport | undefined): { file: string; ms: number }[] {
  return (report?.suites ?? []).map((suite) => ({ file: `e2e/${suite.title}`, ms: durationOf(suite) }))
}

function durationOf({ specs, suites = [] }: JourneySuite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  return [...results.map(({ duration }) => duration), ...suites.map(durationOf)].reduce(
    (sum, ms) => sum + ms,
    0,
  )
}

function listFailedJourneys(suites: readonly JourneySuite[], parents = ''): string[] {
  return suites.flatMap((suite) => {
    const path = `${parents}${suite.title} > `
    const failed = suite.specs.filter(({ tests }) =>
      tests.some(({ status }) => status === 'unexpected' || status === 'flaky'),
    )
    return [...failed.map(({ title }) => `${path}${title}`), ...listFailedJourneys(suite.suites ?? [], path)]
  })
}

function addUnexplainedExit(problems: string[], summary: TestSummary, exitCode: number, suite: string): void {
  if (exitCode === 0 || summary.failed + problems.length > 0) return
  problems.push(`${suite} exited with code ${exitCode}, but no test failed.`)
}

/** @param problems outside of any test, which the summary does not count yet */
function withProblems(
  summary: Readonly<TestSummary>,
  failedTests: readonly string[],
  problems: readonly string[],
): TestOutcome {
  return {
    summary: { ...summary, failed: summary.failed + problems.length },
    failures: [...failedTests, ...problems],
  }
}
