import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createMigratedDatabase, dropCopies } from './test-database.ts'

/** Creates the database that every test of a project copies, and drops it after the last one. */
export default async function createDatabaseTemplate(project: TestProject): Promise<() => Promise<void>> {
  const engine = project.config.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'
  const { address, drop } = await createMigratedDatabase(engine)
  const testFolder = mkdtempSync(join(tmpdir(), 'fieldhouse-test-'))
  project.provide('template', address)
  project.provide('testFolder', testFolder)
  return async () => {
    await dropCopies(address)
    await drop()
    rmSync(testFolder, { recursive: true, force: true, maxRetries: 3 })
  }
}
