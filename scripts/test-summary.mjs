/** @typedef {{ passed: number, failed: number, skipped: number }} TestSummary */

/** @type {Readonly<TestSummary>} */
export const EMPTY_SUMMARY = { passed: 0, failed: 0, skipped: 0 }

/**
 * @param {readonly Readonly<TestSummary>[]} tallies
 * @returns {TestSummary}
 */
export function mergeSummaries(tallies) {
  return tallies.reduce(
    (all, each) => ({
      passed: all.passed + each.passed,
      failed: all.failed + each.failed,
      skipped: all.skipped + each.skipped,
    }),
    { ...EMPTY_SUMMARY },
  )
}

/**
 * The closing line, by which people and machines read how it went.
 * @param {Readonly<TestSummary>} tally
 */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * @typedef {object} UnitReport what count-reporter.mjs writes
 * @property {Record<string, TestSummary>} projects
 * @property {number} unhandledErrors
 *
 * @typedef {{ summary: TestSummary, problems: string[] }} TestOutcome faults are failures that no test stands for; the tally counts them
 */

/**
 * @param {UnitReport | undefined} report undefined when the runner left none
 * @param {number} exitCode
 * @param {readonly string[]} expected projects that must have run tests
 * @returns {TestOutcome}
 */
export function unitTestOutcome(report, exitCode, expected) {
  if (report === undefined) return withProblems(EMPTY_SUMMARY, ['The unit tests broke off without a result.'])
  const tally = mergeSummaries(Object.values(report.projects))
  const empty = expected.filter((name) => {
    const { passed, failed } = report.projects[name] ?? EMPTY_SUMMARY
    return passed + failed === 0
  })
  const faults = empty.map((name) => `The project "${name}" ran no test.`)
  if (report.unhandledErrors > 0) faults.push(`${report.unhandledErrors} errors were caught by no test.`)
  return withProblems(tally, orUnexplainedExit(faults, tally, exitCode, 'The unit tests'))
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
    return withProblems(EMPTY_SUMMARY, ['The browser tests broke off without a result.'])
  const { expected, unexpected, flaky, skipped } = report.stats
  const tally = { passed: expected, failed: unexpected + flaky, skipped }
  const faults = report.errors.map(({ message }) => message ?? 'An error outside of any browser test.')
  if (expected + unexpected + flaky === 0) faults.push('The browser tests ran no test.')
  return withProblems(tally, orUnexplainedExit(faults, tally, exitCode, 'The browser tests'))
}

/**
 * @param {string[]} faults
 * @param {TestSummary} tally
 * @param {number} exitCode
 * @param {string} who
 */
function orUnexplainedExit(faults, tally, exitCode, who) {
  if (exitCode === 0 || tally.failed + faults.length > 0) return faults
  return [`${who} ended with exit code ${exitCode}, and no test says why.`]
}

/**
 * @param {Readonly<TestSummary>} tally
 * @param {string[]} faults
 * @returns {TestOutcome}
 */
function withProblems(tally, faults) {
  return { summary: { ...tally, failed: tally.failed + faults.length }, problems: faults }
}
