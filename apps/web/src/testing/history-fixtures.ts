import type { Person } from '../features/history/admin/owner-merges.tsx'
import type {
  AllTime,
  FunFacts,
  GameRecord,
  History,
  LeagueRecords,
  OwnerTotals,
  PlayedGame,
  Season,
  SeasonStanding,
} from '../features/history/use-history.ts'

/** An average manager's career totals. */
export function buildOwnerTotals(overrides: Partial<OwnerTotals> = {}): OwnerTotals {
  return {
    owner: 'Ada Quill',
    years: 3,
    wins: 20,
    losses: 19,
    ties: 0,
    pf: 4200,
    pa: 4100,
    titles: 0,
    runner_up: 0,
    thirds: 0,
    win_pct: 0.513,
    ppg: 107.7,
    ...overrides,
  }
}

/** A finished game that the home team won. */
export function buildPlayedGame(overrides: Partial<PlayedGame> = {}): PlayedGame {
  return {
    season: 2024,
    week: 4,
    game_id: 31,
    is_playoff: false,
    result: 'home',
    home_owner: 'Ada Quill',
    away_owner: 'Hugo Barley',
    home_team: 'Inky Fingers',
    away_team: 'False Oats',
    home_score: 121.5,
    away_score: 98.2,
    ...overrides,
  }
}

export function buildGameRecord(overrides: Partial<GameRecord> = {}): GameRecord {
  return { ...buildPlayedGame(), value: 219.7, side: null, ...overrides }
}

export const NO_RECORDS: LeagueRecords = {
  highest_game: null,
  biggest_blowout: null,
  highest_team_game: null,
  highest_loser: null,
  lowest_winner: null,
  closest_win: null,
}

export const NO_FUN_FACTS: FunFacts = {
  longest_tenure: null,
  most_titles: null,
  best_win_pct_2yr_min: null,
  highest_ppg_2yr_min: null,
  pf_season_leader: null,
  pf_career_leader: null,
  most_wins_manager: null,
  most_runner_up_manager: null,
  most_thirds_manager: null,
}

/** A season whose teams are ranked in the order of `owners`. */
export function buildSeason(
  season: number,
  owners: readonly string[],
  overrides: Partial<Season> = {},
): Season {
  const standings = owners.map<SeasonStanding>((owner, index) => ({
    team_id: index + 1,
    rank: index + 1,
    owner,
    name: `${owner}'s ${season}ers`,
    logo: null,
    wins: Math.max(0, 13 - index),
    losses: Math.min(13, index),
    ties: 0,
    games: 13,
    pf: 1600 - 10 * index,
    pa: 1400 + 10 * index,
  }))
  const isFinished = overrides.is_finished ?? true
  const first = standings[0]
  return {
    season,
    scoring_format: 'points',
    is_finished: isFinished,
    champion: isFinished && first !== undefined ? { name: first.name, owner: first.owner } : null,
    standings,
    podium: isFinished ? standings.slice(0, 3) : [],
    source: 'espn',
    provider: 'espn',
    depth: 'scores',
    records_excluded: null,
    ...overrides,
  }
}

/** A league history with these seasons. The all-time figures are empty unless given. */
export function buildHistory(seasons: readonly Season[], allTime: Partial<AllTime> = {}): History {
  const owners = [
    ...new Set(seasons.flatMap((season) => season.standings.flatMap(({ owner }) => owner ?? []))),
  ]
  owners.sort((a, b) => a.localeCompare(b, 'en'))
  return {
    owners,
    people: owners.map((owner) => ({ owner, slug: owner.toLowerCase().replaceAll(' ', '-'), picture: null })),
    seasons: [...seasons],
    all_time: {
      commissioner: 'Greta Lund',
      first_year: seasons[0]?.season ?? null,
      seasons_count: seasons.length,
      missing_seasons: [],
      league_records: NO_RECORDS,
      fun_facts: NO_FUN_FACTS,
      by_owner: [],
      by_team: [],
      by_owner_enhanced: owners.map((owner) => buildOwnerTotals({ owner })),
      ...allTime,
    },
    updated_at: '2026-11-21T10:00:00.000Z',
    last_error: null,
  }
}

/** An owner with their accounts, all on ESPN unless a test says otherwise. */
export function buildPerson(owner: string, accounts: readonly Partial<Person['accounts'][number]>[]): Person {
  return {
    owner,
    slug: owner.toLowerCase().replaceAll(' ', '-'),
    picture: null,
    color: null,
    logo: null,
    accounts: accounts.map((account) => ({
      name: owner,
      provider: 'espn',
      seasons: [2025],
      team: `${owner}'s team`,
      co_owners: [],
      merge_id: null,
      ...account,
    })),
  }
}
