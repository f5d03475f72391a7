/** @typedef {{ passed: number, failed: number, skipped: number }} TestSummary */

/** @type {Readonly<TestSummary>} */
export const EMPTY_SUMMARY = { passed: 0, failed: 0, skipped: 0 }

/**
 * @param {readonly Readonly<TestSummary>[]} summaries
 * @returns {TestSummary}
 */
export function mergeSummaries(summaries) {
  return summaries.reduce(
    (total, summary) => ({
      passed: total.passed + summary.passed,
      failed: total.failed + summary.failed,
      skipped: total.skipped + summary.skipped,
    }),
    { ...EMPTY_SUMMARY },
  )
}

/**
 * Returns the last line of the output, which is also read by other programs.
 * @param {Readonly<TestSummary>} summary
 */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * @typedef {object} UnitReport what count-reporter.mjs writes
 * @property {Record<string, TestSummary>} projects
 * @property {number} unhandledErrors
 *
 * @typedef {{ summary: TestSummary, problems: string[] }} TestOutcome `problems` are failures outside of any test, and are counted in the summary
 */

/**
 * @param {UnitReport | undefined} report undefined if the runner wrote none
 * @param {number} exitCode
 * @param {readonly string[]} expected projects that must have run tests
 * @returns {TestOutcome}
 */
export function unitTestOutcome(report, exitCode, expected) {
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

/**
 * @typedef {object} JourneyReport what Playwright's JSON reporter writes
 * @property {{ expected: number, unexpected: number, flaky: number, skipped: number }} stats
 * @property {readonly { message?: string }[]} errors outside of any test
 */

/**
 * @param {JourneyReport | undefined} report
 * @param {number} exitCode
 * @returns {TestOutcome}
 */
export function journeyOutcome(report, exitCode) {
  if (report === undefined)
    return withProblems(EMPTY_SUMMARY, ['The end-to-end tests ended without a report.'])
  const { expected, unexpected, flaky, skipped } = report.stats
  const summary = { passed: expected, failed: unexpected + flaky, skipped }
  const problems = report.errors.map(({ message }) => message ?? 'An error outside of any end-to-end test.')
  if (expected + unexpected + flaky === 0) problems.push('No end-to-end test was run.')
  return withProblems(summary, addUnexplainedExit(problems, summary, exitCode, 'The end-to-end tests'))
}

/**
 * @param {string[]} problems
 * @param {TestSummary} summary
 * @param {number} exitCode
 * @param {string} suite
 */
function addUnexplainedExit(problems, summary, exitCode, suite) {
  if (exitCode === 0 || summary.failed + problems.length > 0) return problems
  return [`${suite} exited with code ${exitCode}, but no test failed.`]
}

/**
 * @param {Readonly<TestSummary>} summary
 * @param {string[]} problems
 * @returns {TestOutcome}
 */
function withProblems(summary, problems) {
  return { summary: { ...summary, failed: summary.failed + problems.length }, problems }
}
