import type { Migration } from 'kysely'
import * as accounts from './migrations/0001-accounts.ts'
import * as leagues from './migrations/0002-leagues.ts'
import * as seasons from './migrations/0003-seasons.ts'

/** Every migration by its number and name, in the order in which they run. A shipped one never changes. */
export const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-leagues': leagues,
  '0003-seasons': seasons,
}
