import { vi } from 'vitest'

/** The migrations of an empty SQLite database take a third of a second, and many tests create such databases. */
vi.mock('../database/engine/database.ts', async (original) => {
  const database = await original<typeof import('../database/engine/database.ts')>()
  const { schemaCopies } = await import('./schema-copies.ts')
  return { ...database, migrate: schemaCopies(database.migrate) }
})
