import type { LeagueRole } from '@fieldhouse/domain/roles'

const NAMES: Record<LeagueRole, string> = { admin: 'Admin', player: 'Player', viewer: 'Viewer' }

export function roleName(role: LeagueRole): string {
  return NAMES[role]
}
