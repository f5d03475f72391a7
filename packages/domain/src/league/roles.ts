export type LeagueRole = 'admin' | 'player' | 'viewer'

export const LEAGUE_ROLES = ['admin', 'player', 'viewer'] as const satisfies readonly LeagueRole[]

export function roleWithArticle(role: string): string {
  return role === 'admin' ? `an ${role}` : `a ${role}`
}

/** Who may use an operation. Each level includes everyone with more rights. */
export type Access = 'anyone' | 'signed_in' | 'member' | 'league_admin' | 'any_admin' | 'staff' | 'site_admin'

/** The rights of the current user; null if the request is not signed in. */
export type Actor = {
  isAdmin: boolean
  isStaff: boolean
  isAnyLeagueAdmin: boolean
}

/** Site staff and site admins have the rights of a league admin in every league. */
export function isSiteStaff(actor: Pick<Actor, 'isAdmin' | 'isStaff'> | null): boolean {
  return actor !== null && (actor.isAdmin || actor.isStaff)
}

export function canManageLeague(
  actor: Pick<Actor, 'isAdmin' | 'isStaff'> | null,
  role: LeagueRole | null,
): boolean {
  return isSiteStaff(actor) || (actor !== null && role === 'admin')
}

export function canViewLeague(
  actor: Pick<Actor, 'isAdmin' | 'isStaff'> | null,
  role: LeagueRole | null,
): boolean {
  return isSiteStaff(actor) || (actor !== null && role !== null)
}

export function canCreateLeague(actor: Actor | null): boolean {
  return isSiteStaff(actor) || (actor?.isAnyLeagueAdmin ?? false)
}

/** null if they may. Only site admins may do so for site staff. Source: decisions, 3. */
export function passwordResetDenialReason(
  actor: Pick<Actor, 'isAdmin' | 'isStaff'>,
  user: Pick<Actor, 'isAdmin' | 'isStaff'>,
): 'not_staff' | 'not_site_admin' | null {
  if (!isSiteStaff(actor)) return 'not_staff'
  return isSiteStaff(user) && !actor.isAdmin ? 'not_site_admin' : null
}

/** null if they may. `role` is the actor's in the league of the request; null without one. Source: decisions, 3. */
export function accessDenialReason(access: Access, actor: Actor | null, role: LeagueRole | null) {
  if (access === 'anyone') return null
  if (actor === null) return 'not_signed_in'
  switch (access) {
    case 'signed_in':
      return null
    case 'member':
      return canViewLeague(actor, role) ? null : 'not_member'
    case 'league_admin':
      if (!canViewLeague(actor, role)) return 'not_member'
      return canManageLeague(actor, role) ? null : 'not_league_admin'
    case 'any_admin':
      return canCreateLeague(actor) ? null : 'not_admin'
    case 'staff':
      return isSiteStaff(actor) ? null : 'not_staff'
    case 'site_admin':
      return actor.isAdmin ? null : 'not_site_admin'
  }
}

/** Somebody has proved who they are, but a site admin has disabled their account. */
export class AccountDisabledError extends Error {
  override name = 'AccountDisabledError'

  constructor() {
    super('the account is disabled')
  }
}
