import { describe, expect, it } from 'vitest'
import {
  type Access,
  type Actor,
  accessDenialReason,
  canCreateLeague,
  canManageLeague,
  canViewLeague,
  type LeagueRole,
} from './roles.ts'

const SOMEBODY: Actor = { isAdmin: false, isStaff: false, isAnyLeagueAdmin: false }
const COMMISSIONER: Actor = { ...SOMEBODY, isAnyLeagueAdmin: true }
const STAFF: Actor = { ...SOMEBODY, isStaff: true }
const SITE_ADMIN: Actor = { ...SOMEBODY, isAdmin: true, isStaff: true }

/** Who asks, what they are in the league that the call is about, and the refusal of each access in turn. */
const TABLE: [who: string, Actor | null, LeagueRole | null, Record<Access, string | null>][] = [
  [
    'nobody',
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
    'a stranger',
    SOMEBODY,
    null,
    denialReasons(null, 'not_member', 'not_member', 'not_admin', 'not_staff', 'not_site_admin'),
  ],
  [
    'a viewer',
    SOMEBODY,
    'viewer',
    denialReasons(null, null, 'not_league_admin', 'not_admin', 'not_staff', 'not_site_admin'),
  ],
  [
    'a player',
    SOMEBODY,
    'player',
    denialReasons(null, null, 'not_league_admin', 'not_admin', 'not_staff', 'not_site_admin'),
  ],
  [
    'the league’s admin',
    COMMISSIONER,
    'admin',
    denialReasons(null, null, null, null, 'not_staff', 'not_site_admin'),
  ],
  [
    'another league’s admin',
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

describe.each(TABLE)('%s', (_, actor, role, expected) => {
  it.each(Object.entries(expected) as [Access, string | null][])(
    'asking for what is open to "%s" is told %j',
    (access, refusal) => {
      expect(accessDenialReason(access, actor, role)).toBe(refusal)
    },
  )
})

it('lets the page ask the same questions', () => {
  expect(canManageLeague(SOMEBODY, 'player')).toBe(false)
  expect(canManageLeague(SOMEBODY, 'admin')).toBe(true)
  expect(canManageLeague(STAFF, null)).toBe(true)
  expect(canManageLeague(null, 'admin')).toBe(false)
  expect(canViewLeague(SOMEBODY, 'viewer')).toBe(true)
  expect(canViewLeague(SOMEBODY, null)).toBe(false)
  expect(canCreateLeague(COMMISSIONER)).toBe(true)
  expect(canCreateLeague(null)).toBe(false)
})
