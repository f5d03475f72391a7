import { DAY_MS, HOUR_MS } from '@fieldhouse/domain/duration'
import { draftAt, type Moment, weekStart } from '../nfl.ts'
import { abbrevOf, playerIdOf } from '../players.ts'
import { randomFrom } from '../random.ts'
import { draftIdOf, leagueIdOf } from './leagues.ts'
import { rosterIdOf, type SleeperSeason } from './sleeper-season.ts'

const BUDGET = 200

/** The picks as they were made. A keeper league begins with its keepers; those of a dynasty are not drafted. */
export function picksOf(season: SleeperSeason) {
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

type Trade = { teamIds: readonly number[]; picks?: object[]; budget?: object[] }
type Row = { created: number; status_updated: number } & Record<string, unknown>

/** A pick that is traded: of the next season, or of this one before its draft. */
type TradedPick = { season: number; round: number; originalId: number; fromId: number; toId: number }

const BID = 17
const TRADED_BUDGET = 20
/** Later than the rounds of the picks that it is traded for. */
const ROUND_IN_RETURN = 4
const SPRING_DAYS = 120

/**
 * The transactions of a week so far, the newest first. They do not change any roster at the time of its games: claimed
 * players are dropped before, and trades are of picks and dollars only.
 */
export function transactionBodies(season: SleeperSeason, week: number, { atMs }: Moment): object[] {
  if (week < 1 || week > season.finalWeek) return []
  const startMs = weekStart(season.season, week)
  const rows = [
    ...(week === 1 ? springTrades(season) : []),
    ...claims(season, week, startMs),
    ...weeklyTrades(season, week, startMs),
  ]
  return rows.filter(({ status_updated }) => status_updated <= atMs).toReversed()
}

/** The first week has everything since the league was created. */
function springTrades(season: SleeperSeason): Row[] {
  if (season.tradedRound === null) return []
  const { round, teamIds } = season.tradedRound
  const [a, b] = teamIds
  const picks = [
    { season: season.season, round, originalId: a, fromId: a, toId: b },
    { season: season.season, round, originalId: b, fromId: b, toId: a },
  ]
  const at = draftAt(season.season) - SPRING_DAYS * DAY_MS
  return [tradeRow(season, 1, at, { teamIds, picks: picks.map((pick) => pickBody(season, pick)) })]
}

function claims(season: SleeperSeason, week: number, startMs: number): Row[] {
  const random = randomFrom(season.leagueSeed, season.season, 'sleeper transactions', week)
  const owned = new Set([...season.rosters.values()].flat().map(({ id }) => id))
  const [player, other] = random.shuffle(season.players.filter(({ id }) => !owned.has(id))).map(playerIdOf)
  const [winner = 0, loser = 0] = random.shuffle(season.teamIds)
  if (player === undefined || other === undefined) return []
  const [claimed, decided] = [startMs + 22 * HOUR_MS, startMs + 24 * HOUR_MS]
  const move = (teamId: number, id: string) => ({ [id]: rosterIdOf(season, teamId) })
  const claim = { type: 'waiver', created: claimed, status_updated: decided }
  const free = (created: number) => ({ created, status_updated: created })
  return [
    row(season, week, [winner], {
      ...claim,
      adds: move(winner, player),
      settings: { waiver_bid: BID, seq: 0 },
    }),
    row(season, week, [loser], {
      ...claim,
      status: 'failed',
      adds: move(loser, player),
      settings: { waiver_bid: BID - 1, seq: 1 },
    }),
    row(season, week, [winner], {
      ...free(startMs + 30 * HOUR_MS),
      type: 'free_agent',
      drops: move(winner, player),
    }),
    row(season, week, [loser], {
      ...free(startMs + 31 * HOUR_MS),
      type: 'commissioner',
      consenter_ids: null,
      adds: move(loser, other),
    }),
    row(season, week, [loser], {
      ...free(startMs + 32 * HOUR_MS),
      type: 'commissioner',
      consenter_ids: null,
      drops: move(loser, other),
    }),
  ]
}

function weeklyTrades(season: SleeperSeason, week: number, startMs: number): Row[] {
  const traded = tradedPicksIn(season, week)
  if (traded.length === 0) return []
  const picks = traded.map((pick) => pickBody(season, pick))
  const teamIds = [...new Set(traded.flatMap(({ fromId, toId }) => [fromId, toId]))]
  const [sender = 0, receiver = 0] = teamIds.map((teamId) => rosterIdOf(season, teamId))
  const budget = isForBudget(week) ? [{ sender: receiver, receiver: sender, amount: TRADED_BUDGET }] : []
  return [tradeRow(season, week, startMs + 40 * HOUR_MS, { teamIds, picks, budget })]
}

function isForBudget(week: number): boolean {
  return week % 2 === 0
}

function tradedPicksIn({ season, leagueSeed, teamIds }: SleeperSeason, week: number): TradedPick[] {
  if (week % 3 === 0 || week > 11) return []
  const [a = 0, b = 0, c = 0] = randomFrom(leagueSeed, season, 'sleeper trades', week).shuffle(teamIds)
  const pick = (fromId: number, toId: number, round = (week % 3) + 1) => ({
    season: season + 1,
    round,
    originalId: fromId,
    fromId,
    toId,
  })
  if (week % 5 === 0) return [pick(a, b), pick(b, c), pick(c, a)]
  return isForBudget(week) ? [pick(a, b)] : [pick(a, b), pick(b, a, ROUND_IN_RETURN)]
}

export function tradedPickBodies(season: SleeperSeason, moment: Moment): object[] {
  const held = new Map<string, TradedPick>()
  for (let week = 1; week <= season.finalWeek; week++) {
    if (weekStart(season.season, week) + 40 * HOUR_MS > moment.atMs) break
    for (const pick of tradedPicksIn(season, week)) held.set(`${pick.round}/${pick.originalId}`, pick)
  }
  return [...held.values()].map((pick) => pickBody(season, pick))
}

function pickBody(
  season: SleeperSeason,
  { originalId, fromId, toId, round, season: year }: TradedPick,
): object {
  const [roster_id, previous_owner_id, owner_id] = [originalId, fromId, toId].map((id) =>
    rosterIdOf(season, id),
  )
  return { season: `${year}`, round, roster_id, previous_owner_id, owner_id }
}

function tradeRow(
  season: SleeperSeason,
  week: number,
  at: number,
  { teamIds, picks = [], budget = [] }: Trade,
): Row {
  return row(season, week, teamIds, {
    type: 'trade',
    created: at - HOUR_MS,
    status_updated: at,
    draft_picks: picks,
    waiver_budget: budget,
    settings: null,
  })
}

function row(
  season: SleeperSeason,
  week: number,
  teamIds: readonly number[],
  fields: { created: number; status_updated: number; type: string } & Record<string, unknown>,
): Row {
  const rosterIds = teamIds.map((teamId) => rosterIdOf(season, teamId))
  const [owner] = season.teams.find(({ teamId }) => teamId === teamIds[0])?.owners ?? []
  const name = `${fields.type}/${rosterIds.join()}/${fields.created}/${'adds' in fields}`
  const random = randomFrom(season.league.number, season.season, week, name)
  return {
    transaction_id: `${random.integer(100_000_000, 999_999_999)}${random.integer(100_000_000, 999_999_999)}`,
    status: 'complete',
    leg: week,
    creator: owner?.userId ?? season.league.commissioner.userId,
    roster_ids: rosterIds,
    consenter_ids: rosterIds,
    adds: null,
    drops: null,
    draft_picks: [],
    waiver_budget: [],
    settings: null,
    metadata: null,
    ...fields,
  }
}
