import type { Migration } from 'kysely/migration'
import * as release010 from './0001-release-0-1-0.ts'
import { up } from './0021-release-0-2-0/up.ts'

const NOTHING: Migration = { up: async () => {} }

/**
 * The name ends with a hash of all statements. So it is another one after a change before the release, and the databases
 * of builds from before the change are recognized and refused.
 */
const NEWEST = '0021-release-0-2-0-7b709ef9'

/** All migrations by name, in order. A released one must never change. */
export const migrations: Record<string, Migration> = {
  ...Object.fromEntries(release010.NAMES.map((name, index) => [name, index === 0 ? release010 : NOTHING])),
  [NEWEST]: { up },
}

export const RELEASES: readonly string[] = ['0020-denied-leagues', NEWEST]
