import { type Points, pointsToDecimal, ZERO_POINTS } from '@fieldhouse/domain/points'
import { shapeOf } from '../calendar.ts'
import { type LineupEntry, livePoints, startersOf } from '../lineup.ts'
import { pointsAt, simulatePlayerWeek } from '../player-week.ts'
import type { Player } from '../players.ts'
import type { BodyContext } from './body-context.ts'
import { ELIGIBLE_SLOTS, POSITION_ID } from './slots.ts'

type RosterContext = Pick<BodyContext, 'season' | 'moment' | 'week'>

/** The whole line-up of a week, with each player's points and projection of it. */
export function lineupRoster(asked: RosterContext, teamId: number): object {
  const lineup = asked.season.lineupOf(teamId, asked.week)
  return {
    appliedStatTotal: pointsToDecimal(livePoints(lineup, asked.moment.atMs)),
    entries: lineup.map((entry) => rosterEntry(asked, teamId, entry, entry.slotId, weekStats(asked, entry))),
  }
}

/** The starters who have scored, all in place 0 as the provider has them. */
export function scorersRoster(asked: RosterContext, teamId: number): object {
  const starters = startersOf(asked.season.lineupOf(teamId, asked.week))
  const scorers = starters.filter(({ week }) => pointsAt(week, asked.moment.atMs) !== null)
  if (scorers.length === 0) return { entries: [] }
  return {
    appliedStatTotal: pointsToDecimal(livePoints(scorers, asked.moment.atMs)),
    entries: scorers.map((entry) => rosterEntry(asked, teamId, entry, 0, [periodStats(asked, entry)])),
  }
}

/** The roster of a team as the view mRoster has it: with the season so far. */
export function teamRoster(asked: RosterContext, teamId: number): object {
  if (!asked.moment.isDrafted) return { entries: [], tradeReservedEntries: 0 }
  const lineup = asked.season.lineupOf(teamId, asked.week)
  return {
    appliedStatTotal: pointsToDecimal(livePoints(lineup, asked.moment.atMs)),
    entries: lineup.map((entry) => {
      const stats = [...weekStats(asked, entry), ...seasonStats(asked, entry.player)]
      return { acquisitionType: 'DRAFT', ...rosterEntry(asked, teamId, entry, entry.slotId, stats) }
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
        defaultPositionId: POSITION_ID[player.position],
        eligibleSlots: ELIGIBLE_SLOTS[player.position],
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

/** The actual line, once the player's game has begun, and the projected one. */
function weekStats(
  { season: { season }, moment, week }: RosterContext,
  { player, week: held }: LineupEntry,
): object[] {
  const points = pointsAt(held, moment.atMs)
  const projected = statLine(season, `11${season}${week}`, 0, 1, 1, week, held.projected)
  if (points === null) return [projected]
  return [statLine(season, `01${held.game?.id}`, player.nflTeamId, 0, 1, week, points), projected]
}

function periodStats({ season: { season }, moment }: RosterContext, { week }: LineupEntry): object {
  return statLine(season, '01null', 0, 0, 1, 0, pointsAt(week, moment.atMs) ?? ZERO_POINTS)
}

/** The season so far, and what the whole season was expected to bring. */
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
