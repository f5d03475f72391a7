import { afterAll } from 'vitest'
import { closeIdleApps } from './app-pool.ts'
import { dropFilledDatabases } from './test-database.ts'

afterAll(async () => {
  await closeIdleApps()
  await dropFilledDatabases()
})
