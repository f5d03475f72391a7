import { type LeagueScope, leagueAccessStore } from '../../auth/league-access-store.ts'
import type { Db } from '../../database/engine/database.ts'
import { UsageError } from './command.ts'

/** The league named by --league. Throws a UsageError if the option is missing or the league does not exist. */
export async function requireLeague(db: Db, name: string | undefined): Promise<LeagueScope> {
  if (!name) throw new UsageError('Specify the league with --league.')
  const league = await leagueAccessStore(db).findLeague(name, null)
  if (league === null) throw new UsageError(`League not found: ${name}.`)
  return league
}
