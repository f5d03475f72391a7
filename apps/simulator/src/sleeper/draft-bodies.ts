import { HOUR_MS } from '@fieldhouse/domain/duration'
import { draftAt, type Moment } from '../nfl.ts'
import { abbrevOf, type Player, playerIdOf } from '../players.ts'
import { draftIdOf, leagueIdOf } from './leagues.ts'
import { rosterIdOf, type SleeperSeason } from './sleeper-season.ts'

export type SleeperPick = {
  number: number
  round: number
  /** The place of the team in the first round. */
  slot: number
  teamId: number
  player: Player
  isKeeper: boolean
  /** The price in an auction; null in any other draft. */
  amount: number | null
}

const BUDGET = 200

/** The picks as they were made. A keeper league begins with its keepers; those of a dynasty are not drafted. */
export function picksOf(season: SleeperSeason): SleeperPick[] {
  const { keepers, picks, draftOrder, players, shape, teamIds } = season
  const keeperRounds = shape.kind === 'keeper' ? (keepers.get(teamIds[0] ?? 0)?.length ?? 0) : 0
  const byId = new Map(players.map((player) => [player.id, player]))
  const slotOf = (teamId: number) => draftOrder.indexOf(teamId) + 1
  const keeperPicks = Array.from({ length: keeperRounds }, (_, index) =>
    draftOrder.flatMap((teamId) => {
      const player = byId.get(keepers.get(teamId)?.[index]?.id ?? 0)
      return player === undefined
        ? []
        : [{ round: index + 1, slot: slotOf(teamId), teamId, player, isKeeper: true }]
    }),
  ).flat()
  const made = picks.flatMap(({ round, inRound, teamId, playerId }) => {
    const player = byId.get(playerId)
    const isReversed = shape.draft !== 'linear' && round % 2 === 0
    const slot = isReversed ? draftOrder.length + 1 - inRound : inRound
    return player === undefined
      ? []
      : [{ round: round + keeperRounds, slot, teamId, player, isKeeper: false }]
  })
  const all = [...keeperPicks, ...made]
  const rounds = all.at(-1)?.round ?? 0
  return all.map((pick, index) => ({
    ...pick,
    number: index + 1,
    amount: amountOf(season, pick.round, rounds),
  }))
}

/** Prices fall with the round. Those of a team add up to about its budget. */
function amountOf({ shape }: SleeperSeason, round: number, rounds: number): number | null {
  if (shape.draft !== 'auction') return null
  if (shape.draftRecord === 'without prices') return 1
  const weightOf = (each: number) => (rounds + 1 - each) ** 2
  const total = Array.from({ length: rounds }, (_, index) => weightOf(index + 1)).reduce(
    (sum, each) => sum + each,
    0,
  )
  return Math.max(1, Math.floor((BUDGET * weightOf(round)) / total))
}

/** A dynasty already has its next draft. Only the answer for a single draft has the rosters of the slots. */
export function draftBodies(season: SleeperSeason, moment: Moment): object[] {
  const next = season.shape.kind === 'dynasty' ? [nextDraftBody(season)] : []
  return [...next, draftBody(season, moment, false)]
}

export function draftBody(season: SleeperSeason, { isDrafted }: Moment, hasRosters = true): object {
  const { league, shape, teams, draftOrder } = season
  const startMs = draftAt(season.season)
  const slots = draftOrder.map((teamId, index) => [`${index + 1}`, rosterIdOf(season, teamId)] as const)
  return {
    draft_id: draftIdOf(league, season.season),
    league_id: leagueIdOf(league, season.season),
    type: shape.draft,
    status: isDrafted ? 'complete' : 'pre_draft',
    season: `${season.season}`,
    season_type: 'regular',
    sport: 'nfl',
    created: startMs - 60 * 24 * HOUR_MS,
    start_time: startMs,
    last_picked: isDrafted ? startMs + 2 * HOUR_MS : null,
    settings: {
      teams: teams.length,
      rounds: picksOf(season).at(-1)?.round ?? 0,
      pick_timer: 120,
      reversal_round: 0,
      player_type: Number(shape.kind === 'dynasty'),
      ...(shape.draft === 'auction' ? { budget: BUDGET } : {}),
    },
    metadata: { scoring_type: shape.lineup === 'superflex' ? '2qb' : 'ppr', name: league.name },
    draft_order: Object.fromEntries(
      teams.flatMap(({ teamId, owners: [owner] }) =>
        owner === undefined ? [] : [[owner.userId, draftOrder.indexOf(teamId) + 1]],
      ),
    ),
    ...(hasRosters ? { slot_to_roster_id: Object.fromEntries(slots) } : {}),
  }
}

function nextDraftBody({ league, season, teams }: SleeperSeason): object {
  return {
    draft_id: draftIdOf(league, season + 1),
    league_id: leagueIdOf(league, season),
    type: 'linear',
    status: 'pre_draft',
    season: `${season + 1}`,
    settings: { teams: teams.length, rounds: 3 },
    metadata: {},
    draft_order: null,
  }
}

export function pickBodies(season: SleeperSeason, { isDrafted }: Moment): object[] {
  if (!isDrafted || season.shape.draftRecord === 'without picks') return []
  return picksOf(season).map(({ number, round, slot, teamId, player, isKeeper, amount }) => {
    const [owner] = season.teams.find((team) => team.teamId === teamId)?.owners ?? []
    return {
      draft_id: draftIdOf(season.league, season.season),
      pick_no: number,
      round,
      draft_slot: slot,
      roster_id: rosterIdOf(season, teamId),
      // Empty for automatic picks.
      picked_by: owner?.userId ?? '',
      player_id: playerIdOf(player),
      is_keeper: isKeeper ? true : number % 30 === 0 ? null : false,
      metadata: {
        first_name: player.firstName,
        last_name: player.lastName,
        position: player.position === 'D/ST' ? 'DEF' : player.position,
        team: abbrevOf(player.nflTeamId),
        ...(amount === null ? {} : { amount: `${amount}` }),
      },
      reactions: null,
    }
  })
}
