import type { TestProject } from 'vitest/node'
import { migratedDatabase } from './test-database.ts'

/** Makes the database that every test of a project copies, and drops it after the last one. */
export default async function makeTemplate(project: TestProject): Promise<() => Promise<void>> {
  const engine = project.config.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'
  const { address, drop } = await migratedDatabase(engine)
  project.provide('template', address)
  return drop
}
