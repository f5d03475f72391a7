import type { RosterPlayer } from '../../rosters/matchup.ts'
import { draftKindOf } from './draft-value.ts'
import {
  type KeeperSeason,
  type KeeperStep,
  type KeeperWay,
  keeperWays,
  type OwnerKey,
} from './keeper-history.ts'
import type { KeeperBasis } from './keeper-rule.ts'

export type LedgerSeason = Omit<KeeperSeason, 'rosters'> & {
  /** The newest stored roster of each team. */
  rosters: readonly { teamId: number; week: number; players: readonly LedgerPlayer[] }[]
}

type LedgerPlayer = Pick<RosterPlayer, 'playerId' | 'name' | 'position' | 'nflTeamId'>

export type LedgerRow = KeeperWay & {
  teamId: number
  player: LedgerPlayer
  /** How often he was kept in a row, by all teams; a lower bound without an origin. */
  yearsKept: number
  keptSince: number | null
  basis: KeeperBasis
}

/**
 * How each player on the newest rosters of a season was acquired, how often he was kept, and what he cost last. By
 * team, then in the order of its roster. Source: analytics, "Keeper ledger".
 * @param seasons newest first, beginning with the one of the ledger
 */
export function keeperLedger(seasons: readonly LedgerSeason[], ownerOf: OwnerKey): LedgerRow[] {
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
