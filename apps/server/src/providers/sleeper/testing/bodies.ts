import { readBracket, readDrafts, readLeague, readMatchups, readRosters, readUsers } from '../bodies.ts'
import { translateSeason } from '../season.ts'

/** Answers in Sleeper's shape for a league of four teams with a regular season of two weeks. */
export const LEAGUE_ID = '900000000000000001'

export function leagueBody(changes: Record<string, unknown> = {}, settings: Record<string, unknown> = {}) {
  return {
    league_id: LEAGUE_ID,
    previous_league_id: null,
    draft_id: '900000000000000101',
    season: '2025',
    sport: 'nfl',
    status: 'complete',
    name: 'Test League ',
    total_rosters: 4,
    roster_positions: ['QB', 'RB', 'FLEX', 'DEF', 'BN', 'BN'],
    settings: {
      num_teams: 4,
      leg: 4,
      last_scored_leg: 4,
      playoff_week_start: 3,
      playoff_teams: 4,
      playoff_round_type: 0,
      playoff_type: 0,
      ...settings,
    },
    metadata: null,
    bracket_id: 9_000_000_000_000_000_000,
    ...changes,
  }
}

type Totals = { wins?: number; losses?: number; ties?: number; fpts?: number; fpts_decimal?: number }

export function rosterBody(rosterId: number, totals: Totals = {}, changes: Record<string, unknown> = {}) {
  return {
    roster_id: rosterId,
    owner_id: `80000000000000000${rosterId}`,
    co_owners: null,
    players: ['4046'],
    starters: ['4046'],
    reserve: null,
    taxi: null,
    settings: { wins: 0, losses: 0, ties: 0, fpts: 0, fpts_decimal: 0, ...totals },
    metadata: null,
    ...changes,
  }
}

export function userBody(number: number, changes: Record<string, unknown> = {}) {
  return {
    user_id: `80000000000000000${number}`,
    display_name: `manager${number}`,
    avatar: null,
    is_owner: number === 1 ? true : null,
    metadata: { team_name: `Team ${'ABCDEFGH'[number - 1]}` },
    ...changes,
  }
}

/** A row per roster. Two teams with the same number play each other. */
export function rowBody(
  rosterId: number,
  matchupId: number | null,
  points: number,
  changes: Record<string, unknown> = {},
) {
  return { roster_id: rosterId, matchup_id: matchupId, points, custom_points: null, ...changes }
}

export type GeneratedSeason = {
  league: unknown
  rosters: unknown
  users: unknown
  winners: unknown
  losers: unknown
  /** The rows of each week, from the first one. */
  weeks: unknown[]
  drafts: unknown
}

const RECORDS: Totals[] = [
  { wins: 2, losses: 0, fpts: 230 },
  { wins: 1, losses: 1, fpts: 200 },
  { wins: 1, losses: 1, fpts: 190 },
  { wins: 0, losses: 2, fpts: 150 },
]

/** A completed season: team 1 wins both games, and team 2 wins the title as second seed. */
export function generatedSeason(): GeneratedSeason {
  return {
    league: leagueBody(),
    rosters: RECORDS.map((totals, index) => rosterBody(index + 1, totals)),
    users: [1, 2, 3, 4].map((number) => userBody(number)),
    winners: [
      { r: 1, m: 1, t1: 1, t2: 4, w: 1, l: 4 },
      { r: 1, m: 2, t1: 2, t2: 3, w: 2, l: 3 },
      { r: 2, m: 3, t1: 1, t2: 2, w: 2, l: 1, p: 1, t1_from: { w: 1 }, t2_from: { w: 2 } },
      { r: 2, m: 4, t1: 4, t2: 3, w: 3, l: 4, p: 3, t1_from: { l: 1 }, t2_from: { l: 2 } },
    ],
    losers: [],
    weeks: [
      [rowBody(1, 1, 110), rowBody(2, 2, 100), rowBody(3, 2, 90), rowBody(4, 1, 70)],
      [rowBody(1, 1, 120), rowBody(2, 1, 100), rowBody(3, 2, 100), rowBody(4, 2, 80)],
      [rowBody(1, 1, 130.5), rowBody(2, 2, 99.9), rowBody(3, 2, 90), rowBody(4, 1, 70)],
      [rowBody(1, 1, 101.5), rowBody(2, 1, 121.25), rowBody(3, 2, 90), rowBody(4, 2, 70)],
    ],
    drafts: [],
  }
}

/** Reads and translates a generated season, as the provider does. */
export function translateGenerated(changes: Partial<GeneratedSeason> = {}, otherSeasons: number[] = []) {
  const bodies = { ...generatedSeason(), ...changes }
  return translateSeason(
    {
      league: readLeague(bodies.league),
      rosters: readRosters(bodies.rosters),
      users: readUsers(bodies.users),
      brackets: { winners: readBracket(bodies.winners), losers: readBracket(bodies.losers) },
      weeks: bodies.weeks.map((rows, index) => ({ week: index + 1, rows: readMatchups(rows) })),
      drafts: readDrafts(bodies.drafts),
    },
    { leagueId: LEAGUE_ID, otherSeasons },
  )
}
