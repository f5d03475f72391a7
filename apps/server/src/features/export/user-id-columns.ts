import type { LeagueTable } from '../../database/league-tables.ts'

/** The columns that name an account by its number. */
export function userIdColumns({ idOrigins }: LeagueTable): string[] {
  return [...idOrigins].filter(([, origin]) => origin === 'users').map(([column]) => column)
}
