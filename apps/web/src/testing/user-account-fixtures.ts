import type { ApiResponse } from '../api/api-client.ts'

type UserRow = ApiResponse<'GET /api/users/'>['users'][number]

/** A row of the user list in Admin Tools. */
export function buildUserAccount(overrides: Partial<UserRow> = {}): UserRow {
  return { username: 'ada', first_name: '', last_name: '', is_admin: false, is_staff: false, ...overrides }
}
