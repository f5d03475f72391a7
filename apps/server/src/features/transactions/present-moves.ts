import type { getMoves, Pickup } from '@fieldhouse/contract/moves'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import {
  type Pickup as PickupOfTeam,
  type TradeNet,
  type TradeRecord,
  tradeRecords,
} from '@fieldhouse/domain/insights/moves/move-records'
import { toWire } from '../../http/presenters/to-wire.ts'
import type { SeasonMoves } from './moves-reader.ts'
import { type Players, presentPlayer, presentTeams, type SeasonTeams } from './present.ts'

type MovesResponse = ResponseOf<typeof getMoves>

/** How many of the season's best pickups are listed. */
const BEST_PICKUPS = 10

/** The players whom {@link presentMoves} names. */
export function listedPickups(moves: SeasonMoves | undefined): PickupOfTeam[] {
  const scoring = moves?.pickups.filter(({ started }) => started > 0) ?? []
  const bestOfTeams = new Map(scoring.toReversed().map((pickup) => [pickup.teamId, pickup]))
  return [...new Set([...scoring.slice(0, BEST_PICKUPS), ...bestOfTeams.values()])]
}

/** @param teamsOf the teams of each season with moves */
export function presentMoves(
  season: number,
  all: readonly SeasonMoves[],
  teamsOf: ReadonlyMap<number, SeasonTeams>,
  players: Players,
): MovesResponse {
  const moves = all.find((each) => each.season === season)
  const teams = teamsOf.get(season) ?? { teams: [], findOwner: () => null }
  const counted = all.filter(({ unavailable }) => unavailable === null)
  const nameOf = (year: number, teamId: number) =>
    teamsOf.get(year)?.teams.find((team) => team.teamId === teamId)?.name ?? `Team ${teamId}`
  const ownerOf = (year: number, teamId: number) =>
    teamsOf.get(year)?.findOwner(teamId) ?? `${nameOf(year, teamId)} (${year})`
  return {
    season,
    scoring_format: moves?.schedule.format ?? 'points',
    unavailable: moves === undefined ? 'not_stored' : moves.unavailable,
    through_week: moves?.throughWeek ?? null,
    missing_weeks: moves?.missingWeeks ?? [],
    teams: presentTeams(teams),
    trades: tradeRecords(moves?.trades ?? [], (_, teamId) => teamId).map((record) => ({
      team_id: record.key,
      ...presentRecord(record, nameOf),
    })),
    unlisted_trades: moves?.unlistedTrades ?? 0,
    best_pickups: (moves?.pickups ?? [])
      .filter(({ started }) => started > 0)
      .slice(0, BEST_PICKUPS)
      .map((pickup) => presentPickup(pickup, players)),
    pickups: moves?.unavailable === null ? presentPickups(moves, teams, players) : [],
    all_time: {
      seasons: counted.map((each) => each.season),
      unlisted_trades: counted.reduce((sum, each) => sum + each.unlistedTrades, 0),
      trades: tradeRecords(
        counted.flatMap(({ trades }) => trades),
        ownerOf,
      ).map((record) => ({ owner: record.key, ...presentRecord(record, nameOf) })),
    },
  }
}

type NameOf = (season: number, teamId: number) => string

function presentRecord({ key, best, worst, ...counts }: TradeRecord<unknown>, nameOf: NameOf) {
  return {
    ...counts,
    best: best === null ? null : presentNet(best, nameOf),
    worst: worst === null ? null : presentNet(worst, nameOf),
  }
}

function presentNet({ trade: { season, id, week, sides }, teamId, net }: TradeNet, nameOf: NameOf) {
  const others = sides.filter((side) => side.teamId !== teamId)
  return { season, trade: id, week, with: others.map((side) => nameOf(season, side.teamId)), net }
}

function presentPickups(
  { pickups, pickupCounts }: SeasonMoves,
  { teams }: SeasonTeams,
  players: Players,
): MovesResponse['pickups'] {
  return teams
    .map(({ teamId }) => {
      const own = pickups.filter((pickup) => pickup.teamId === teamId)
      const [best] = own
      return {
        team_id: teamId,
        count: pickupCounts.get(teamId) ?? 0,
        started: own.reduce((sum, { started }) => sum + started, 0),
        best: best === undefined || best.started <= 0 ? null : presentPickup(best, players),
      }
    })
    .sort((a, b) => b.started - a.started || a.team_id - b.team_id)
}

function presentPickup({ playerId, ...pickup }: PickupOfTeam, players: Players): Pickup {
  return { ...toWire(pickup), player: presentPlayer(playerId, players) }
}
