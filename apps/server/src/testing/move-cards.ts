import type { CardContent } from '../features/share-images/read-card-image.ts'

type Trade = Extract<CardContent, { kind: 'trade' }>['trade']
type Draft = Extract<CardContent, { kind: 'draft' }>['draft']

const NAMES = [
  'Lund Ahoy 🏈',
  'The Extraordinarily Long Winded Marsh Madness of Łódź',
  'ทีมเสือ 龍之隊',
  '🔥🔥🔥',
]
const COLORS = ['#0b5fa5', '#c8102e', '#2e7d32', '#6a1b9a']
const PLAYERS = [
  'Amon-Ra St. Brown',
  'Rico Runner',
  'Bartholomew Featherstonehaugh-Cholmondeley',
  'Ivo North',
  'Chicago Bears',
  'Sol Rivers',
]
const POSITIONS = ['WR', 'RB', 'QB', 'TE', 'D/ST', null]

const teamOf = (index: number) => ({
  team_id: index,
  name: NAMES[index % NAMES.length] ?? '',
  logo: null,
  color: COLORS[index % COLORS.length] ?? null,
  owner: index === 2 ? null : 'Ada Marlow',
})

const playerOf = (index: number) => ({
  player_id: POSITIONS[index % POSITIONS.length] === 'D/ST' ? -16_003 : index,
  name: PLAYERS[index % PLAYERS.length] ?? '',
  position: POSITIONS[index % POSITIONS.length] ?? null,
})

/** A trade in which each team gives the next one the same number of players. */
function buildTradeCard(size: number, players: number, overrides: Partial<Trade> = {}): CardContent {
  const ids = Array.from({ length: size }, (_, index) => index)
  const moves = ids.flatMap((from) =>
    Array.from({ length: players }, (_, index) => ({
      player: { ...playerOf(from * players + index), nfl_team: 'DET' },
      from_team_id: from,
      to_team_id: (from + 1) % size,
    })),
  )
  const pick = { season: 2026, round: 2, original_team_id: 1, original_team: NAMES[1] ?? '' }
  const trade: Trade = {
    season: 2025,
    scoring_format: 'points',
    teams: ids.map(teamOf),
    trade: {
      season: 2025,
      id: 'swap',
      kind: 'trade',
      status: 'done',
      reason: null,
      week: 3,
      at: null,
      bid: null,
      by_manager: false,
      team_ids: ids,
      players: 'listed',
      moves,
      picks: [{ ...pick, from_team_id: 1, to_team_id: 0, became: null }],
      budget: [{ from_team_id: 0, to_team_id: 1, amount: 20 }],
    },
    is_reversed: false,
    unavailable: null,
    from_week: 3,
    through_week: 11,
    missing_weeks: [],
    sides: ids.map((teamId) => ({
      team_id: teamId,
      net_started: teamId === 0 ? 121.5 : teamId === 1 ? -121.5 : 0,
      net_all: 0,
      received: moves
        .filter((move) => move.to_team_id === teamId)
        .map(({ player }, index) => ({
          player_id: player.player_id,
          weeks: 8,
          started: 90.4 - index,
          all: 99,
        })),
    })),
    ...overrides,
  }
  return { kind: 'trade', trade }
}

function buildDraftCard(size: number, rounds: number, overrides: Partial<Draft> = {}): CardContent {
  const draft: Draft = {
    season: 2025,
    kind: 'snake',
    teams: Array.from({ length: size }, (_, index) => ({
      ...teamOf(index),
      value: 12 - index,
      grade: (['A+', 'B', 'C-', 'D+'] as const)[index % 4] ?? 'F',
    })),
    picks: Array.from({ length: size * rounds }, (_, index) => ({
      overall: index + 1,
      round: Math.floor(index / size) + 1,
      in_round: (index % size) + 1,
      team_id: Math.floor(index / size) % 2 === 0 ? index % size : size - 1 - (index % size),
      player: playerOf(index),
      is_keeper: index % 7 === 0,
      bid: null,
      points: 100,
      above_replacement: 20,
      value: 2,
      mark: null,
    })),
    ...overrides,
  }
  return { kind: 'draft', draft }
}

const auction = buildDraftCard(10, 15)

/** Cards of trades and drafts to draw, by name. */
export const MOVE_CARDS: Record<string, CardContent> = {
  trade: buildTradeCard(2, 2),
  'trade of many players': buildTradeCard(2, 14),
  'trade among three': buildTradeCard(3, 2),
  'trade among five': buildTradeCard(5, 1),
  'vetoed trade': buildTradeCard(2, 1, { unavailable: 'vetoed', through_week: null, sides: [] }),
  'draft of 12': buildDraftCard(12, 16),
  'draft of 4': buildDraftCard(4, 3),
  'draft of 32': buildDraftCard(32, 22),
  auction:
    auction.kind === 'draft'
      ? buildDraftCard(10, 15, {
          kind: 'auction',
          picks: auction.draft.picks.map((pick, index) => ({ ...pick, bid: (index * 7) % 61 })),
          teams: auction.draft.teams.map((team) => ({ ...team, value: null, grade: null })),
        })
      : auction,
}
