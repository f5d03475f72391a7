import type { Answer } from '../api/call.ts'

type UserRow = Answer<'GET /api/users/'>['users'][number]

/** An account as admins see it; what is not named is plain. */
export function aPerson(named: Partial<UserRow> = {}): UserRow {
  return { username: 'ada', first_name: '', last_name: '', is_admin: false, is_staff: false, ...named }
}
