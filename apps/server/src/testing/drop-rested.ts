import { afterAll } from 'vitest'
import { dropRested } from './test-database.ts'

afterAll(dropRested)
