import type { ApiResponse } from '../api/api-client.ts'

type UserRow = ApiResponse<'GET /api/users/'>['users'][number]

/** An account as admins see it; what is not named is plain. */
export function buildUserAccount(named: Partial<UserRow> = {}): UserRow {
  return { username: 'ada', first_name: '', last_name: '', is_admin: false, is_staff: false, ...named }
}
