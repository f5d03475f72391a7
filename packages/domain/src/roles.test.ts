import { describe, expect, it } from 'vitest'
import {
  type Access,
  type Actor,
  canCreateLeague,
  canRunLeague,
  canSeeLeague,
  type LeagueRole,
  refusalOf,
} from './roles.ts'

const SOMEBODY: Actor = { isAdmin: false, isStaff: false, runsALeague: false }
const COMMISSIONER: Actor = { ...SOMEBODY, runsALeague: true }
const STAFF: Actor = { ...SOMEBODY, isStaff: true }
const SITE_ADMIN: Actor = { ...SOMEBODY, isAdmin: true, isStaff: true }

/** Who asks, what they are in the league that the call is about, and the refusal of each access in turn. */
const TABLE: [who: string, Actor | null, LeagueRole | null, Record<Access, string | null>][] = [
  [
    'nobody',
    null,
    null,
    refusals(
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
    refusals(null, 'not_member', 'not_member', 'not_admin', 'not_staff', 'not_site_admin'),
  ],
  [
    'a viewer',
    SOMEBODY,
    'viewer',
    refusals(null, null, 'not_league_admin', 'not_admin', 'not_staff', 'not_site_admin'),
  ],
  [
    'a player',
    SOMEBODY,
    'player',
    refusals(null, null, 'not_league_admin', 'not_admin', 'not_staff', 'not_site_admin'),
  ],
  [
    'the league’s admin',
    COMMISSIONER,
    'admin',
    refusals(null, null, null, null, 'not_staff', 'not_site_admin'),
  ],
  [
    'another league’s admin',
    COMMISSIONER,
    null,
    refusals(null, 'not_member', 'not_member', null, 'not_staff', 'not_site_admin'),
  ],
  ['staff', STAFF, null, refusals(null, null, null, null, null, 'not_site_admin')],
  ['a site admin', SITE_ADMIN, null, refusals(null, null, null, null, null, null)],
]

function refusals(...[signed_in, member, league_admin, any_admin, staff, site_admin]: (string | null)[]) {
  return { anyone: null, signed_in, member, league_admin, any_admin, staff, site_admin } as Record<
    Access,
    string | null
  >
}

describe.each(TABLE)('%s', (_, actor, role, expected) => {
  it.each(Object.entries(expected) as [Access, string | null][])(
    'asking for what is open to "%s" is told %j',
    (access, refusal) => {
      expect(refusalOf(access, actor, role)).toBe(refusal)
    },
  )
})

it('lets the page ask the same questions', () => {
  expect(canRunLeague(SOMEBODY, 'player')).toBe(false)
  expect(canRunLeague(SOMEBODY, 'admin')).toBe(true)
  expect(canRunLeague(STAFF, null)).toBe(true)
  expect(canRunLeague(null, 'admin')).toBe(false)
  expect(canSeeLeague(SOMEBODY, 'viewer')).toBe(true)
  expect(canSeeLeague(SOMEBODY, null)).toBe(false)
  expect(canCreateLeague(COMMISSIONER)).toBe(true)
  expect(canCreateLeague(null)).toBe(false)
})
