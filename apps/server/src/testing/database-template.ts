import type { TestProject } from 'vitest/node'
import { createMigratedDatabase, dropCopies } from './test-database.ts'

/** Creates the database that every test of a project copies, and drops it after the last one. */
export default async function createDatabaseTemplate(project: TestProject): Promise<() => Promise<void>> {
  const engine = project.config.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'
  const { address, drop } = await createMigratedDatabase(engine)
  project.provide('template', address)
  return async () => {
    await dropCopies(address)
    await drop()
  }
}
