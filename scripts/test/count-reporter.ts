import { writeFileSync } from 'node:fs'
import type { TestModule } from 'vitest/node'
import type { TestSummary } from './test-summary.ts'

/**
 * A Vitest reporter that writes the numbers of passed, failed and skipped tests of each project to the file
 * TEST_COUNTS. A test file that could not be loaded counts as one failure.
 */
export default class CountReporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandledErrors: ReadonlyArray<unknown>) {
    const projects: Record<string, TestSummary> = {}
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

function addModule(module: TestModule, summary: TestSummary) {
  let failedTests = 0
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    if (state === 'failed') failedTests += 1
    // A test that is still pending was not run, because the run was interrupted.
    summary[state === 'pending' ? 'failed' : state] += 1
  }
  if (module.state() === 'failed' && failedTests === 0) summary.failed += 1
}
