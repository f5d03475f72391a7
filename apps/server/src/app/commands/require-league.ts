import type { Db } from '../../database/database.ts'
import { type LeagueScope, leagueAccessStore } from '../../http/league-access-store.ts'
import { UsageError } from './command.ts'

/** The league that a command names with --league. Throws a UsageError when there is none. */
export async function requireLeague(db: Db, name: string | undefined): Promise<LeagueScope> {
  if (!name) throw new UsageError('Name the league with --league.')
  const league = await leagueAccessStore(db).findLeague(name, null)
  if (league === null) throw new UsageError(`There is no league ${name}.`)
  return league
}
