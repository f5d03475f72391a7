import { afterAll } from 'vitest'
import { dropPooledDatabases } from './test-database.ts'

afterAll(dropPooledDatabases)
