import { writeFileSync } from 'node:fs'

/** @typedef {import('../test-summary.mjs').TestSummary} TestSummary */

/**
 * A vitest reporter that writes how many tests of each project passed, failed and were skipped, to the
 * file that TEST_COUNTS names. A file that could not be loaded counts as one failure.
 */
export default class CountReporter {
  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<unknown>} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    /** @type {Record<string, TestSummary>} */
    const projects = {}
    for (const module of modules) {
      const name = module.project.name.replace(/ \(chromium\)$/, '')
      projects[name] ??= { passed: 0, failed: 0, skipped: 0 }
      addModule(module, projects[name])
    }
    const path = process.env['TEST_COUNTS']
    if (path === undefined) throw new Error('TEST_COUNTS names no file')
    writeFileSync(path, JSON.stringify({ projects, unhandledErrors: unhandledErrors.length }))
  }
}

/**
 * @param {import('vitest/node').TestModule} module
 * @param {TestSummary} tally
 */
function addModule(module, tally) {
  let failedTests = 0
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    if (state === 'failed') failedTests += 1
    // A test that is pending at the end was never run: the run broke off.
    tally[state === 'pending' ? 'failed' : state] += 1
  }
  if (module.state() === 'failed' && failedTests === 0) tally.failed += 1
}
