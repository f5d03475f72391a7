import { afterAll } from 'vitest'
import { closeIdleApps } from './app-pool.ts'
import { dropPooledDatabases } from './test-database.ts'

afterAll(async () => {
  await closeIdleApps()
  await dropPooledDatabases()
})
