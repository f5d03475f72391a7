import type { Standing } from '../features/standings/use-standings.ts'

let lastId = 0

/** A team in the table; what is not named is plain. */
export function buildStanding(named: Partial<Standing> = {}): Standing {
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
    ...named,
  }
}
