import { type Points, pointsToDecimal, ZERO_POINTS } from '@fieldhouse/domain/points'
import { type LineupEntry, livePoints, startersOf } from '../league/rosters.ts'
import { shapeOf } from '../nfl.ts'
import { type Player, pointsAt, simulatePlayerWeek } from '../players.ts'
import type { BodyContext } from './body-context.ts'
import { POSITIONS } from './slots.ts'

type RosterContext = Pick<BodyContext, 'season' | 'moment' | 'week'>

export function lineupRoster(context: RosterContext, teamId: number): object {
  const lineup = context.season.lineupOf(teamId, context.week)
  return {
    appliedStatTotal: pointsToDecimal(livePoints(lineup, context.moment.atMs)),
    entries: lineup.map((entry) =>
      rosterEntry(context, teamId, entry, entry.slotId, weekStats(context, entry)),
    ),
  }
}

/** The starters whose games have begun. As at the provider, all have slot 0. */
export function scorersRoster(context: RosterContext, teamId: number): object {
  const starters = startersOf(context.season.lineupOf(teamId, context.week))
  const scorers = starters.filter(({ week }) => pointsAt(week, context.moment.atMs) !== null)
  if (scorers.length === 0) return { entries: [] }
  return {
    appliedStatTotal: pointsToDecimal(livePoints(scorers, context.moment.atMs)),
    entries: scorers.map((entry) => rosterEntry(context, teamId, entry, 0, [periodStats(context, entry)])),
  }
}

/** The roster of a team in the view mRoster, which adds season stats. */
export function teamRoster(context: RosterContext, teamId: number): object {
  if (!context.moment.isDrafted) return { entries: [], tradeReservedEntries: 0 }
  const lineup = context.season.lineupOf(teamId, context.week)
  return {
    appliedStatTotal: pointsToDecimal(livePoints(lineup, context.moment.atMs)),
    entries: lineup.map((entry) => {
      const stats = [...weekStats(context, entry), ...seasonStats(context, entry.player)]
      return { acquisitionType: 'DRAFT', ...rosterEntry(context, teamId, entry, entry.slotId, stats) }
    }),
    tradeReservedEntries: 0,
  }
}

function rosterEntry(
  { moment }: RosterContext,
  teamId: number,
  { player, week }: LineupEntry,
  lineupSlotId: number,
  stats: object[],
): object {
  return {
    injuryStatus: 'NORMAL',
    lineupSlotId,
    playerId: player.id,
    playerPoolEntry: {
      appliedStatTotal: pointsToDecimal(pointsAt(week, moment.atMs) ?? ZERO_POINTS),
      id: player.id,
      onTeamId: teamId,
      player: {
        active: true,
        defaultPositionId: POSITIONS[player.position].id,
        eligibleSlots: POSITIONS[player.position].eligibleSlots,
        firstName: player.firstName,
        fullName: `${player.firstName} ${player.lastName}`,
        id: player.id,
        injured: week.health === 'OUT' || week.health === 'INJURY_RESERVE',
        ...(player.position === 'D/ST' ? {} : { injuryStatus: week.health }),
        lastName: player.lastName,
        proTeamId: player.nflTeamId,
        stats,
        universeId: 1,
      },
      status: 'ONTEAM',
    },
    status: 'NORMAL',
  }
}

function weekStats(
  { season: { season }, moment, week }: RosterContext,
  { player, week: playerWeek }: LineupEntry,
): object[] {
  const points = pointsAt(playerWeek, moment.atMs)
  const projected = statLine(season, `11${season}${week}`, 0, 1, 1, week, playerWeek.projected)
  if (points === null) return [projected]
  return [statLine(season, `01${playerWeek.game?.id}`, player.nflTeamId, 0, 1, week, points), projected]
}

function periodStats({ season: { season }, moment }: RosterContext, { week }: LineupEntry): object {
  return statLine(season, '01null', 0, 0, 1, 0, pointsAt(week, moment.atMs) ?? ZERO_POINTS)
}

function seasonStats({ season, moment }: RosterContext, player: Player): object[] {
  let actual = 0
  let projected = 0
  for (let week = 1; week <= shapeOf(season.season).finalWeek; week++) {
    const played = simulatePlayerWeek(season.seed, season.season, season.nfl, player, week)
    actual += pointsAt(played, moment.atMs) ?? 0
    projected += played.projected
  }
  return [
    statLine(season.season, `00${season.season}`, 0, 0, 0, 0, actual as Points),
    statLine(season.season, `10${season.season}`, 0, 1, 0, 0, projected as Points),
  ]
}

function statLine(
  seasonId: number,
  id: string,
  proTeamId: number,
  statSourceId: number,
  statSplitTypeId: number,
  scoringPeriodId: number,
  points: Points,
): object {
  const appliedTotal = pointsToDecimal(points)
  return { appliedTotal, id, proTeamId, scoringPeriodId, seasonId, statSourceId, statSplitTypeId }
}
