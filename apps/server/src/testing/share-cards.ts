import type { LeagueMatchup } from '@fieldhouse/contract/matchups'
import type { Standing } from '@fieldhouse/contract/standings'
import type { LeagueRecords } from '@fieldhouse/domain/history/league-records'
import type { PlayedGame, PlayedSide } from '@fieldhouse/domain/history/played-games'
import type { RecapResult } from '@fieldhouse/domain/notifications/recap'
import { type Points, pointsFromDecimal } from '@fieldhouse/domain/points'
import type { CardContent } from '../features/share-images/read-card-image.ts'
import { MOVE_CARDS } from './move-cards.ts'
import { SEASON_CARDS } from './season-cards.ts'

/** The path of the only logo that there is. */
export const CARD_LOGO = '/api/images/logos/signature/picture/'

const NAMES = [
  'Lund Ahoy 🏈',
  'The Extraordinarily Long Winded Marsh Madness of Łódź',
  'Жуки и Ωmega',
  'Night Owls',
  '龍之隊',
  'فريق النجوم',
  'Fourth & Long',
  'ทีมเสือ',
  '🔥🔥🔥',
  'הנשרים של תל אביב',
  '한국 호랑이',
  'Nguyễn’s Ninjas',
]
const COLORS = ['#0b5fa5', '#c8102e', '#2e7d32', '#6a1b9a', '#ef6c00', '#00838f']
const LONG_OWNER = 'Bartholomew Featherstonehaugh-Cholmondeley'

const points = pointsFromDecimal

function teamOf(index: number) {
  const team = index % NAMES.length
  return {
    team_id: index,
    name: NAMES[team] ?? '',
    logo: team % 3 === 0 ? CARD_LOGO : null,
    color: COLORS[index % COLORS.length] ?? null,
  }
}

type Side = LeagueMatchup['home']

function sideOf(index: number, overrides: Partial<Side> = {}): Side {
  return {
    ...teamOf(index),
    score: 107.32 - index,
    proj: 118.4,
    win_chance: null,
    categories: null,
    remaining: null,
    record: { wins: 7, losses: 3, ties: index },
    seed: index + 1,
    top_scorer: { espn_id: 1, player: 'Amon-Ra St. Brown', points: 31.24 },
    rank: 1,
    owners: ['Ada Marlow'],
    assigned_user: null,
    lineup: null,
    ...overrides,
  }
}

export function buildMatchupCard(
  overrides: Partial<LeagueMatchup> = {},
  away: Partial<Side> = {},
  home: Partial<Side> = {},
): CardContent {
  const matchup: LeagueMatchup = {
    id: 1,
    status: 'Final',
    state: 'final',
    result: 'away',
    is_playoff: false,
    round: null,
    nfl_weeks: [10],
    week: 10,
    lineup_week: 10,
    away: sideOf(0, away),
    home: sideOf(1, home),
    ...overrides,
  }
  return { kind: 'matchup', season: 2026, matchup }
}

export function buildStandingsCard(size: number): CardContent {
  const standings = Array.from(
    { length: size },
    (_, index): Standing => ({
      ...teamOf(index),
      abbrev: '',
      assigned_user: null,
      is_mine: false,
      owners: [],
      weekly_points: [],
      wins: Math.max(0, 10 - index),
      losses: index,
      ties: index === 3 ? 1 : 0,
      rank: index + 1,
      points_for: 1510.4 - 33.3 * index,
      points_against: 1400,
      streak: { outcome: index % 2 === 0 ? 'win' : 'loss', length: 1 + (index % 4) },
    }),
  )
  return {
    kind: 'standings',
    standings: {
      season: 2026,
      scoring_format: 'points',
      playoff_teams: 6,
      is_finished: false,
      updated_at: null,
      last_error: null,
      standings,
    },
  }
}

export function buildTeamCard(weeks: number): CardContent {
  const results = (['win', 'loss', 'win', 'win', 'tie'] as const).slice(0, weeks)
  return {
    kind: 'team',
    page: {
      season: 2026,
      scoring_format: 'points',
      team: {
        ...teamOf(1),
        abbrev: 'LON',
        owners: ['Ada Marlow', LONG_OWNER],
        assigned_user: null,
        owner: null,
        titles: [
          { season: 2019, name: 'Old Owls' },
          { season: 2023, name: 'Old Owls' },
        ],
        record: { wins: 7, losses: 3, ties: 1 },
        rank: 11,
        seed: 2,
        streak: null,
        last_five: results.map((result, index) => ({ week: index + 1, game_id: index, result })),
        points_for: 1210.4,
        points_against: 1100,
        points_per_game: weeks === 0 ? null : 121.04,
      },
      weekly_points: Array.from({ length: weeks }, (_, index) => ({
        week: index + 1,
        points: 80 + ((index * 37) % 70),
        league_average: 105 + (index % 5),
      })),
    },
  }
}

export function buildRecapCard(): CardContent {
  const recapTeam = (index: number) => ({ teamId: index, name: NAMES[index] ?? '' })
  const result = (winner: number, winnerPoints: number, loserPoints: number): RecapResult => ({
    winner: recapTeam(winner),
    loser: recapTeam(winner + 1),
    winnerPoints: points(winnerPoints),
    loserPoints: points(loserPoints),
    isTie: winnerPoints === loserPoints,
  })
  const close = result(2, 130.12, 130.09)
  return {
    kind: 'recap',
    season: 2026,
    document: null,
    teams: NAMES.map((_, index) => ({ teamId: index, ...teamOf(index) })),
    recap: {
      weeks: [7],
      results: [result(0, 144.32, 90.1), close, result(4, 122, 111), result(6, 120, 120), result(8, 110, 90)],
      highest: { teams: [recapTeam(0)], points: points(144.32) },
      lowest: { teams: [recapTeam(9), recapTeam(1)], points: points(90) },
      closest: [close],
      regrets: [
        {
          team: recapTeam(1),
          week: 7,
          missedPoints: points(33.1),
          bestPoints: points(120),
          benchedPlayer: null,
        },
      ],
      hasLineups: true,
      streaks: [{ team: recapTeam(0), kind: 'won', games: 5 }],
      whoPays: null,
    },
  }
}

/** A recap with the longest texts that a posted one has. */
function buildPostedRecapCard(): CardContent {
  const team = (index: number) => ({ id: index, name: NAMES[index] ?? '' })
  const game = { kind: 'plain' as const, margin: '12.3', tie: false, round: null, streak: 0, series: null }
  return {
    ...(buildRecapCard() as Extract<CardContent, { kind: 'recap' }>),
    document: {
      title: 'Week 7 Recap',
      headline: `The losing streak of ${NAMES[1] ?? ''} ends at 11`,
      story: [],
      games: [0, 2, 4, 6, 8].map((index) => ({
        ...game,
        winner: team(index),
        loser: team(index + 1),
        score: '144.3',
        against: '90.1',
      })),
      byes: [],
      awards: [
        { kind: 'top', label: 'High score', teams: [team(0)], value: '144.3', note: null },
        {
          kind: 'player',
          label: 'Player of the week',
          teams: [team(2)],
          value: '41.2',
          note: 'Ignatius Anvilwell',
        },
      ],
      power: [{ team: team(4), rank: 10, change: 5 }],
      odds: [{ team: team(6), before: '41%', after: '68%', status: 'up' }],
      records: [],
      standings: [],
      lists: [],
    },
  }
}

/** Eight or more teams, of which the first has clinched and the last is eliminated. */
export function buildRaceCard(size: number): CardContent {
  const teams = Array.from({ length: size }, (_, index) => ({
    teamId: index,
    ...teamOf(index % NAMES.length),
  }))
  return {
    kind: 'race',
    teams,
    race: {
      season: 2026,
      week: 11,
      scoring_format: 'points',
      unavailable: null,
      odds_unavailable: null,
      formula_version: 2,
      places: size / 2,
      byes: 0,
      seeding: null,
      remaining_games: [],
      stakes: [],
      model: { runs: 10_000, seed: 1, mean: 110, sigma: 24 },
      teams: teams.map(({ teamId }) => ({
        team_id: teamId,
        wins: Math.max(0, 10 - teamId),
        losses: teamId,
        ties: teamId === 3 ? 1 : 0,
        points_for: 1000,
        current_seed: teamId + 1,
        results_left: 3,
        odds: {
          playoffs: Math.max(0, 0.995 - teamId / size),
          bye: 0,
          first_seed: 0,
          division: null,
          title: 0,
        },
        seeds: null,
        status: teamId === 0 ? 'clinched' : teamId === size - 1 ? 'eliminated' : 'alive',
        proven: teamId === 0 || teamId === size - 1,
        magic_number: null,
        label: null,
        scenarios: [],
        host_odds: null,
      })),
    },
  }
}

function playedSide(index: number, score: number, name: string): PlayedSide {
  const { logo } = teamOf(index)
  return {
    owner: { id: name, name, slug: '', accounts: [] },
    team: {
      teamId: index,
      name: NAMES[index] ?? '',
      logo,
      logoColor: null,
      record: { wins: 1, losses: 0, ties: 0 },
      pointsFor: points(score),
      pointsAgainst: points(score),
      playoffSeed: null,
      finalRank: null,
      primaryOwnerId: name,
    },
    points: points(score),
  }
}

const game: PlayedGame = {
  season: 2021,
  period: 4,
  weeks: [4],
  gameId: 1,
  isPlayoff: false,
  bracket: 'regular',
  result: 'home',
  home: playedSide(0, 188.12, 'Ada Marlow'),
  away: playedSide(1, 92.1, LONG_OWNER),
  countsForRecords: true,
}

const RECORDS: LeagueRecords = {
  highest_game: { game, value: points(280.22), side: null },
  biggest_blowout: { game, value: points(96.02), side: 'home' },
  highest_team_game: { game, value: points(188.12), side: 'home' },
  highest_loser: { game, value: points(92.1), side: 'away' },
  lowest_winner: null,
  closest_win: { game, value: 1 as Points, side: 'home' },
}

export function buildRecordsCard(name: keyof LeagueRecords | null): CardContent {
  return { kind: 'records', name, records: RECORDS }
}

export function buildHeadToHeadCard(): CardContent {
  return {
    kind: 'head-to-head',
    sides: [
      { name: 'Ada Marlow', logo: null, color: '#0b5fa5' },
      { name: LONG_OWNER, logo: CARD_LOGO, color: '#c8102e' },
    ],
    meetings: {
      totals: {
        games: 13,
        wins: 7,
        losses: 5,
        ties: 1,
        pointsFor: points(1500.12),
        pointsAgainst: points(1420),
      },
      games: [game, { ...game, season: 2025, isPlayoff: true }],
    },
  }
}

/** Cards with long names, names of other alphabets and without letters, and few or many teams. */
export const CARDS: Readonly<Record<string, CardContent>> = {
  'final matchup': buildMatchupCard(),
  'live matchup': buildMatchupCard(
    { state: 'live', result: null },
    { win_chance: 0.71, remaining: { yet_to_play: 4, in_play: 2, minutes_left: 192 } },
    { win_chance: 0.29, remaining: { yet_to_play: 1, in_play: 0, minutes_left: 60 } },
  ),
  'coming matchup': buildMatchupCard(
    { state: 'before', result: null },
    { score: null, top_scorer: null },
    { score: null, top_scorer: null },
  ),
  championship: buildMatchupCard({
    is_playoff: true,
    round: { name: 'Championship', bracket: 'championship' },
    week: 17,
  }),
  'tied matchup': buildMatchupCard({ result: 'tie' }, { score: 100 }, { score: 100 }),
  'category matchup': buildMatchupCard(
    {},
    { score: null, categories: { wins: 10, losses: 2, ties: 2 } },
    { score: null, categories: { wins: 2, losses: 10, ties: 2 } },
  ),
  'standings of 4': buildStandingsCard(4),
  'standings of 12': buildStandingsCard(12),
  'standings of 60': buildStandingsCard(60),
  'race of 4': buildRaceCard(4),
  'race of 12': buildRaceCard(12),
  'race of 30': buildRaceCard(30),
  team: buildTeamCard(14),
  'new team': buildTeamCard(0),
  recap: buildRecapCard(),
  records: buildRecordsCard(null),
  'record of one side': buildRecordsCard('highest_team_game'),
  'record of both sides': buildRecordsCard('highest_game'),
  'head-to-head': buildHeadToHeadCard(),
  ...SEASON_CARDS,
  'posted recap': buildPostedRecapCard(),
  ...MOVE_CARDS,
}
