import type { LeagueTable } from '../../database/portability/league-tables.ts'

/** Returns the columns that contain user ids. */
export function userIdColumns({ idOrigins }: LeagueTable): string[] {
  return [...idOrigins].filter(([, origin]) => origin === 'users').map(([column]) => column)
}
