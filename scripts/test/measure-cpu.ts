import { afterAll } from 'vitest'
import { processCpuMs } from './budget.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The processor time that a file of tests used: its process, its threads, and the programs that it waited for. */
    cpuMs?: number
  }
}

// Vitest evaluates this file before each file of tests, and before it loads that file.
const startedAt = processCpuMs()

// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixtures that a hook needs from the pattern.
afterAll(({}, suite) => {
  suite.file.meta.cpuMs = processCpuMs() - startedAt
})
