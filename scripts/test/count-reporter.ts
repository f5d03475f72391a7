import { writeFileSync } from 'node:fs'
import type { TestModule } from 'vitest/node'
import type { TestSummary, UnitReport } from './test-summary.ts'

/**
 * A Vitest reporter that writes the numbers of passed, failed and skipped tests of each project, the names of the failed
 * ones, and the cost of each file to the file TEST_COUNTS. A test file that could not be loaded counts as one failure.
 */
export default class CountReporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandledErrors: ReadonlyArray<unknown>) {
    const projects: Record<string, TestSummary> = {}
    const failures: string[] = []
    for (const module of modules) {
      const name = module.project.name.replace(/ \(chromium\)$/, '')
      projects[name] ??= { passed: 0, failed: 0, skipped: 0 }
      for (const test of addModule(module, projects[name])) failures.push(`${name}: ${test}`)
    }
    const path = process.env['TEST_COUNTS']
    if (path === undefined) throw new Error('TEST_COUNTS is not set')
    const files = modules.map((module) => ({ file: module.relativeModuleId, ms: costOf(module) }))
    const report: UnitReport = { projects, failures, unhandledErrors: unhandledErrors.length, files }
    writeFileSync(path, JSON.stringify(report))
  }
}

function costOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  return module.meta().cpuMs ?? collectDuration + setupDuration + duration
}

/** @returns the names of the failed tests */
function addModule(module: TestModule, summary: TestSummary): string[] {
  const failed: string[] = []
  for (const test of module.children.allTests()) {
    const { state: result } = test.result()
    // A test that is still pending was not run, because the run was interrupted.
    const state = result === 'pending' ? 'failed' : result
    summary[state] += 1
    if (state === 'failed') failed.push(`${module.relativeModuleId} > ${test.fullName}`)
  }
  if (module.state() === 'failed' && failed.length === 0) {
    summary.failed += 1
    failed.push(module.relativeModuleId)
  }
  return failed
}
