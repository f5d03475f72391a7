import type { Standing } from '../api/operations.ts'

let lastId = 0

/** A team in the standings, with a 0-0 record. */
export function buildStanding(overrides: Partial<Standing> = {}): Standing {
  lastId += 1
  return {
    team_id: lastId,
    name: `Team ${lastId}`,
    abbrev: `T${lastId}`,
    logo: null,
    wins: 0,
    losses: 0,
    ties: 0,
    rank: null,
    points_for: 0,
    points_against: 0,
    assigned_user: null,
    is_mine: false,
    owners: [],
    weekly_points: [],
    ...overrides,
  }
}
