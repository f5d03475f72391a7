import type { LeagueRole } from '@fieldhouse/domain/league/roles'

const ROLE_NAMES: Record<LeagueRole, string> = { admin: 'Admin', player: 'Player', viewer: 'Viewer' }

export function roleName(role: LeagueRole): string {
  return ROLE_NAMES[role]
}
