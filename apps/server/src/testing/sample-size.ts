/** Whether this is `npm run test:slow`, which runs the complete version of the longest tests. */
export const IS_SLOW_RUN = process.env['TEST_SCOPE'] === 'slow'

/**
 * How many generated cases a test runs: `sample` in `npm test`, and `all` in `npm run test:slow`. A sample is the
 * beginning of the same sequence, so a failure in it can be repeated.
 */
export function sampleSize(sample: number, all: number): number {
  return IS_SLOW_RUN ? all : sample
}

/** Whether everything runs that `npm test` runs a sample of. */
export const IS_COMPLETE_RUN = IS_SLOW_RUN || process.env['TEST_SCOPE'] === 'all'

/**
 * Whether tests run whose result does not depend on the engine: always on SQLite, and on PostgreSQL in
 * `npm run test:all`.
 */
export const RUNS_ENGINE_INDEPENDENT_TESTS = process.env['TEST_ENGINE'] !== 'postgres' || IS_COMPLETE_RUN
