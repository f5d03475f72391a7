import { type Acquisition, groupMoves, listAcquisitions } from '../../rosters/acquisitions.ts'
import type { Draft, DraftPick } from '../../rosters/archive.ts'
import type { RosterPlayer } from '../../rosters/matchup.ts'
import type { LeagueTransaction } from '../../rosters/transactions.ts'
import { draftKindOf } from './draft.ts'

/** In what a kept player is paid: the pick of a round, or dollars of the auction's budget. */
export const KEEPER_UNITS = ['round', 'price'] as const
/**
 * What a player costs who was not drafted: the last round of the draft, what was bid for him on waivers plus the step,
 * a fixed cost, or nothing because he can't be kept.
 */
export const UNDRAFTED_COSTS = ['last_round', 'bid', 'fixed', 'never'] as const
/** How a league prices the players that its teams keep, as its admins wrote it. Source: analytics, "Keeper ledger". */
export type KeeperRule = {
  unit: (typeof KEEPER_UNITS)[number]
  /** How many rounds earlier, or dollars more, than a drafted or kept player cost last. */
  step: number
  /** `last_round` goes with rounds only, and `bid` with prices only. */
  undrafted: (typeof UNDRAFTED_COSTS)[number]
  /** A round or a price; null unless `undrafted` is `fixed`. */
  undraftedCost: number | null
  /** How many years in a row a player can be kept; null without a limit. */
  maxYears: number | null
  /** How many players a team can keep; null without a limit. */
  maxKeepers: number | null
}

export type KeeperBasis =
  /** `round` is null in an auction, `price` in any other draft. */
  | { how: 'drafted'; round: number | null; price: number | null }
  /** `lastRound` is that of the season's draft; null in an auction, and if its picks are unknown. */
  | { how: 'undrafted'; bid: number | null; lastRound: number | null }
  | { how: 'unknown' }

export const KEEPER_OBSTACLES = ['max_years', 'undrafted', 'first_round', 'unknown'] as const
type KeeperObstacle = (typeof KEEPER_OBSTACLES)[number]

/** `cost` is a round or a price. It is null exactly if there is an obstacle. */
type KeeperCost = { cost: number; obstacle: null } | { cost: null; obstacle: KeeperObstacle }

/** No auction sells a player for less. */
const MIN_PRICE = 1

/**
 * What a player costs next season. A player whose pick would be before the first round can't be kept, like one who was
 * not drafted where the rule says so, and one who was kept for the most years. Source: analytics, "Keeper ledger".
 * @param yearsKept how often he has been kept so far, by all teams in a row
 */
export function keeperCost(rule: KeeperRule, yearsKept: number, basis: KeeperBasis): KeeperCost {
  if (rule.maxYears !== null && yearsKept >= rule.maxYears) return blocked('max_years')
  if (basis.how === 'unknown') return blocked('unknown')
  return basis.how === 'undrafted' ? undraftedCost(rule, basis) : draftedCost(rule, basis)
}

function draftedCost({ unit, step }: KeeperRule, { round, price }: Extract<KeeperBasis, { how: 'drafted' }>) {
  if (unit === 'price') return price === null ? blocked('unknown') : costs(price + step)
  if (round === null) return blocked('unknown')
  return round - step < 1 ? blocked('first_round') : costs(round - step)
}

function undraftedCost(
  { undrafted, undraftedCost: fixed, step }: KeeperRule,
  { bid, lastRound }: Extract<KeeperBasis, { how: 'undrafted' }>,
): KeeperCost {
  switch (undrafted) {
    case 'never':
      return blocked('undrafted')
    case 'fixed':
      return fixed === null ? blocked('unknown') : costs(fixed)
    case 'last_round':
      return lastRound === null ? blocked('unknown') : costs(lastRound)
    case 'bid':
      return costs(Math.max(MIN_PRICE, (bid ?? 0) + step))
  }
}

const costs = (cost: number): KeeperCost => ({ cost, obstacle: null })
const blocked = (obstacle: KeeperObstacle): KeeperCost => ({ cost: null, obstacle })

/**
 * The rounds in which a team pays for keepers that it keeps together. Players who cost the same round take the next
 * earlier round that is free, in their order; null if none is left. No document of the league says so: it is the usual
 * rule of keeper leagues.
 * @param rounds what each of them costs alone
 */
export function roundsTogether(rounds: readonly number[]): (number | null)[] {
  const taken = new Set<number>()
  const paid = new Map<number, number>()
  // Those who cost an early round keep it, because nothing earlier is left for them.
  const byRound = rounds.map((round, index) => ({ round, index })).sort((a, b) => a.round - b.round)
  for (const { round, index } of byRound) {
    let free = round
    while (taken.has(free)) free -= 1
    if (free < 1) continue
    taken.add(free)
    paid.set(index, free)
  }
  return rounds.map((_, index) => paid.get(index) ?? null)
}

type KeeperSeason = {
  season: number
  /** null if the draft was never read. */
  draft: Pick<Draft, 'isComplete' | 'kind' | 'picks'> | null
  /** Merged, oldest first. */
  transactions: readonly LeagueTransaction[]
  /** Whether the transactions of all weeks up to the stored rosters were read. */
  hasAllTransactions: boolean
  /** The newest stored roster of each team. */
  rosters: readonly { teamId: number; week: number; playerIds: readonly number[] }[]
}

/**
 * A step of a player's way to his team. `carried_over`: he stayed on the roster without a pick, as in a dynasty league.
 * `off_season`: he came from another owner's team between two seasons.
 */
type KeeperStep = Omit<Acquisition, 'how'> & {
  season: number
  how: Acquisition['how'] | 'carried_over' | 'off_season'
}

/** Who owned a team in a season, as a key that stays the same for a person; null if unknown. */
export type OwnerKey = (season: number, teamId: number) => string | null

const ORIGINS: readonly KeeperStep['how'][] = ['draft', 'waiver', 'free_agent', 'other']

/**
 * Returns how a team came to a player on its newest roster: the steps that belong to one stretch in the league without a
 * drop, oldest first, and whether the first one is how a first team got him, so that nothing is missing before it. A
 * trade passes the history on, and a drop ends it. It is not stored, because every correction, upload and rebuild of an
 * earlier season would have to update it. Source: analytics, "Keeper ledger".
 * @param seasons newest first, beginning with the one whose rosters are asked about
 */
function keeperWays(seasons: readonly KeeperSeason[], ownerOf: OwnerKey) {
  const read = seasons.map((season) => ({ ...season, acquisitionsOf: acquisitionsByPlayer(season) }))
  return (teamId: number, playerId: number) => {
    const steps: KeeperStep[] = []
    const wayBack = (hasOrigin: boolean) => ({ steps: steps.toReversed(), hasOrigin })
    let holder = teamId
    for (const [index, season] of read.entries()) {
      const acquired = season.acquisitionsOf(playerId)
      for (const step of acquired.toReversed()) {
        // If another team got him last, something between is missing.
        if (step.teamId !== holder) return wayBack(false)
        steps.push({ ...step, season: season.season })
        if (step.fromTeamId !== null) holder = step.fromTeamId
        else if (ORIGINS.includes(step.how)) return wayBack(true)
      }
      const previous = read[index + 1]
      if (previous?.season !== season.season - 1) return wayBack(false)
      const lastHolder = lastTeamOf(previous, playerId)
      if (lastHolder === null) return wayBack(false)
      const stayed = isSameOwner(ownerOf, [season.season, holder], [previous.season, lastHolder])
      if (acquired.some(({ how }) => how === 'keeper')) {
        if (!stayed) steps.push(stepBetween('off_season', season.season, holder, lastHolder))
      } else {
        if (!stayed || !showsAllAcquisitions(season)) return wayBack(false)
        steps.push(stepBetween('carried_over', season.season, holder, null))
      }
      holder = lastHolder
    }
    return wayBack(false)
  }
}

/** Without them, a player may have been drafted or picked up again unnoticed. */
function showsAllAcquisitions({ draft, hasAllTransactions }: KeeperSeason): boolean {
  return draft?.isComplete === true && draft.picks.length > 0 && hasAllTransactions
}

function stepBetween(
  how: 'carried_over' | 'off_season',
  season: number,
  teamId: number,
  fromTeamId: number | null,
): KeeperStep {
  return { how, season, teamId, fromTeamId, week: null, at: null, bid: null, pick: null, round: null }
}

/** On a platform that the league has moved to, the same owner has another team ID. */
function isSameOwner(
  ownerOf: OwnerKey,
  [season, teamId]: readonly [number, number],
  [previousSeason, previousTeamId]: readonly [number, number],
): boolean {
  const [owner, previousOwner] = [ownerOf(season, teamId), ownerOf(previousSeason, previousTeamId)]
  return owner === null || previousOwner === null ? teamId === previousTeamId : owner === previousOwner
}

/** Oldest first. */
function acquisitionsByPlayer({ draft, transactions }: KeeperSeason): (playerId: number) => Acquisition[] {
  // A host can list a pick twice.
  const picks = new Map((draft?.picks ?? []).toReversed().map((pick) => [pick.playerId, pick]))
  const moves = groupMoves(transactions)
  return (playerId) => {
    const pick = picks.get(playerId)
    const acquired = listAcquisitions(playerId, {
      picks: pick === undefined ? [] : [pick],
      transactions: moves.get(playerId) ?? [],
    })
    return pick === undefined ? acquired : placePick(acquired, pick)
  }
}

/** A player who was traded to the team that kept him, by another one, was traded before the draft. */
function placePick([drafted, ...moved]: Acquisition[], { teamId }: DraftPick): Acquisition[] {
  if (drafted === undefined) return moved
  const first = moved[0]?.fromTeamId ?? null
  const before = first === null || first === teamId ? -1 : moved.findIndex((step) => step.teamId === teamId)
  return moved.toSpliced(before + 1, 0, drafted)
}

/** The team that had a player last; null if he was dropped, or unknown. */
function lastTeamOf({ rosters, transactions, draft }: KeeperSeason, playerId: number): number | null {
  const roster = rosters
    .filter(({ playerIds }) => playerIds.includes(playerId))
    .toSorted((a, b) => b.week - a.week)[0]
  const done = transactions.filter(({ status }) => status === 'done')
  const last = done.findLast(({ moves }) => moves.some((move) => move.playerId === playerId))
  if (roster !== undefined && (last === undefined || last.week <= roster.week)) return roster.teamId
  if (last !== undefined) return last.moves.findLast((move) => move.playerId === playerId)?.toTeamId ?? null
  return draft?.picks.find((pick) => pick.playerId === playerId)?.teamId ?? null
}

export type LedgerSeason = Omit<KeeperSeason, 'rosters'> & {
  /** The newest stored roster of each team. */
  rosters: readonly { teamId: number; week: number; players: readonly LedgerPlayer[] }[]
}

type LedgerPlayer = Pick<RosterPlayer, 'playerId' | 'name' | 'position' | 'nflTeamId'>

export type LedgerRow = ReturnType<typeof keeperLedger>[number]

/**
 * How each player on the newest rosters of a season was acquired, how often he was kept in a row by all teams (at least,
 * without an origin), and what he cost last. By team, then in the order of its roster. Source: analytics, "Keeper
 * ledger".
 * @param seasons newest first, beginning with the one of the ledger
 */
export function keeperLedger(seasons: readonly LedgerSeason[], ownerOf: OwnerKey) {
  const read = seasons.map((season) => ({
    ...season,
    rosters: season.rosters.map(({ teamId, week, players }) => ({
      teamId,
      week,
      playerIds: players.map(({ playerId }) => playerId),
    })),
  }))
  const drafts = new Map(seasons.map(({ season, draft }) => [season, pricesOf(draft)]))
  const wayOf = keeperWays(read, ownerOf)
  return newestHolders(seasons[0]?.rosters ?? []).map(({ teamId, player }) => {
    const way = wayOf(teamId, player.playerId)
    const years = way.steps.filter(({ how }) => how === 'keeper' || how === 'carried_over')
    return {
      ...way,
      teamId,
      player,
      yearsKept: years.length,
      keptSince: years[0]?.season ?? null,
      basis: basisOf(way.steps, drafts),
    }
  })
}

/** A player on the rosters of two teams belongs to the newer one. */
function newestHolders(rosters: LedgerSeason['rosters']): { teamId: number; player: LedgerPlayer }[] {
  const newest = new Map<number, number>()
  for (const { teamId, players } of rosters.toSorted((a, b) => a.week - b.week))
    for (const { playerId } of players) newest.set(playerId, teamId)
  return rosters
    .toSorted((a, b) => a.teamId - b.teamId)
    .flatMap(({ teamId, players }) =>
      players.filter(({ playerId }) => newest.get(playerId) === teamId).map((player) => ({ teamId, player })),
    )
}

type DraftPrices = { isAuction: boolean; lastRound: number | null }

function pricesOf(draft: KeeperSeason['draft']): DraftPrices {
  const picks = draft?.picks ?? []
  const isAuction = draftKindOf(picks, draft?.kind ?? null) === 'auction'
  const lastRound = isAuction || picks.length === 0 ? null : Math.max(...picks.map(({ round }) => round))
  return { isAuction, lastRound }
}

/** The last step at which a team paid for the player. Trades, and seasons without a pick, cost nothing. */
function basisOf(steps: readonly KeeperStep[], drafts: ReadonlyMap<number, DraftPrices>): KeeperBasis {
  const paid = steps.findLast(({ how, fromTeamId }) => how !== 'carried_over' && fromTeamId === null)
  if (paid === undefined) return { how: 'unknown' }
  const { isAuction, lastRound } = drafts.get(paid.season) ?? pricesOf(null)
  if (paid.how === 'draft' || paid.how === 'keeper')
    return isAuction
      ? { how: 'drafted', round: null, price: paid.bid }
      : { how: 'drafted', round: paid.round, price: null }
  return { how: 'undrafted', bid: paid.bid, lastRound }
}
