import { describe, expect, it } from 'vitest'
import {
  type Access,
  type Actor,
  accessDenialReason,
  canCreateLeague,
  canManageLeague,
  canViewLeague,
  type LeagueRole,
  passwordResetDenialReason,
} from './roles.ts'

const USER: Actor = { isAdmin: false, isStaff: false, isAnyLeagueAdmin: false }
const COMMISSIONER: Actor = { ...USER, isAnyLeagueAdmin: true }
const STAFF: Actor = { ...USER, isStaff: true }
const SITE_ADMIN: Actor = { ...USER, isAdmin: true, isStaff: true }

/** The actor, their role in the league of the request, and the denial reason for each access level. */
const CASES: [description: string, Actor | null, LeagueRole | null, Record<Access, string | null>][] = [
  [
    'an anonymous visitor',
    null,
    null,
    denialReasons(
      'not_signed_in',
      'not_signed_in',
      'not_signed_in',
      'not_signed_in',
      'not_signed_in',
      'not_signed_in',
    ),
  ],
  [
    'a user outside the league',
    USER,
    null,
    denialReasons(null, 'not_member', 'not_member', 'not_admin', 'not_staff', 'not_site_admin'),
  ],
  [
    'a viewer',
    USER,
    'viewer',
    denialReasons(null, null, 'not_league_admin', 'not_admin', 'not_staff', 'not_site_admin'),
  ],
  [
    'a player',
    USER,
    'player',
    denialReasons(null, null, 'not_league_admin', 'not_admin', 'not_staff', 'not_site_admin'),
  ],
  [
    "the league's admin",
    COMMISSIONER,
    'admin',
    denialReasons(null, null, null, null, 'not_staff', 'not_site_admin'),
  ],
  [
    "another league's admin",
    COMMISSIONER,
    null,
    denialReasons(null, 'not_member', 'not_member', null, 'not_staff', 'not_site_admin'),
  ],
  ['staff', STAFF, null, denialReasons(null, null, null, null, null, 'not_site_admin')],
  ['a site admin', SITE_ADMIN, null, denialReasons(null, null, null, null, null, null)],
]

function denialReasons(
  ...[signed_in, member, league_admin, any_admin, staff, site_admin]: (string | null)[]
) {
  return { anyone: null, signed_in, member, league_admin, any_admin, staff, site_admin } as Record<
    Access,
    string | null
  >
}

describe.each(CASES)('accessDenialReason for %s', (_, actor, role, expected) => {
  it.each(Object.entries(expected) as [Access, string | null][])(
    'for access "%s", returns %j',
    (access, reason) => {
      expect(accessDenialReason(access, actor, role)).toBe(reason)
    },
  )
})

it('exposes the permission checks that the UI uses', () => {
  expect(canManageLeague(USER, 'player')).toBe(false)
  expect(canManageLeague(USER, 'admin')).toBe(true)
  expect(canManageLeague(STAFF, null)).toBe(true)
  expect(canManageLeague(null, 'admin')).toBe(false)
  expect(canViewLeague(USER, 'viewer')).toBe(true)
  expect(canViewLeague(USER, null)).toBe(false)
  expect(canCreateLeague(COMMISSIONER)).toBe(true)
  expect(canCreateLeague(null)).toBe(false)
})

it.each([
  ['a user', USER, USER, 'not_staff'],
  ['a league admin', COMMISSIONER, USER, 'not_staff'],
  ['site staff', STAFF, USER, null],
  ['site staff', STAFF, STAFF, 'not_site_admin'],
  ['site staff', STAFF, SITE_ADMIN, 'not_site_admin'],
  ['a site admin', SITE_ADMIN, SITE_ADMIN, null],
])('decides whether %s may reset a password (%#)', (_, actor, user, reason) => {
  expect(passwordResetDenialReason(actor, user)).toBe(reason)
})
