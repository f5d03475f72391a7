import type { LeagueTable } from '../../database/league-tables.ts'

/** The columns that name an account by its number. */
export function peopleColumns({ origins }: LeagueTable): string[] {
  return [...origins].filter(([, origin]) => origin === 'users').map(([column]) => column)
}
