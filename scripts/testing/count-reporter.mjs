import { writeFileSync } from 'node:fs'

/** @typedef {import('../test-summary.mjs').TestSummary} TestSummary */

/**
 * A Vitest reporter that writes the numbers of passed, failed and skipped tests of each project to the file
 * TEST_COUNTS. A test file that could not be loaded counts as one failure.
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
    if (path === undefined) throw new Error('TEST_COUNTS is not set')
    writeFileSync(path, JSON.stringify({ projects, unhandledErrors: unhandledErrors.length }))
  }
}

/**
 * @param {import('vitest/node').TestModule} module
 * @param {TestSummary} summary
 */
function addModule(module, summary) {
  let failedTests = 0
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    if (state === 'failed') failedTests += 1
    // A test that is still pending was not run, because the run was interrupted.
    summary[state === 'pending' ? 'failed' : state] += 1
  }
  if (module.state() === 'failed' && failedTests === 0) summary.failed += 1
}
