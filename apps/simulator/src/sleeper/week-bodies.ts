import { pointsToDecimal, ZERO_POINTS } from '@fieldhouse/domain/points'
import { type LineupEntry, livePoints, setLineup, startersOf } from '../league/rosters.ts'
import type { Moment } from '../nfl.ts'
import { playerIdOf, pointsAt } from '../players.ts'
import type { BracketGame, Origin } from './bracket.ts'
import { NFL_WEEKS, pairsOfWeek, rosterIdOf, type SleeperSeason } from './sleeper-season.ts'
import { standingsAt } from './totals.ts'

const NOBODY = '0'

/** The lineup at a time. In best ball, it contains the players with the most points so far. */
export function lineupAt(season: SleeperSeason, teamId: number, week: number, atMs: number): LineupEntry[] {
  const lineup = season.lineupOf(teamId, week)
  if (!season.shape.isBestBall) return lineup
  return setLineup(lineup, season.slots, (each) => pointsAt(each, atMs) ?? -1)
}

export function currentLineup(season: SleeperSeason, teamId: number, { week, atMs }: Moment): LineupEntry[] {
  return lineupAt(season, teamId, Math.min(Math.max(week, 1), NFL_WEEKS), atMs)
}

/** The IDs of the starters in the order of the slots; null for a team without a lineup. */
export function starterIds({ slots }: SleeperSeason, lineup: readonly LineupEntry[]): string[] | null {
  const starters = inSlots({ slots }, lineup)
  return starters.every((each) => each === null)
    ? null
    : starters.map((each) => (each === null ? NOBODY : playerIdOf(each.player)))
}

function inSlots(
  { slots }: Pick<SleeperSeason, 'slots'>,
  lineup: readonly LineupEntry[],
): (LineupEntry | null)[] {
  const left = startersOf(lineup)
  return slots.map(([slotId]) => {
    const index = left.findIndex((each) => each.slotId === slotId)
    return index < 0 ? null : (left.splice(index, 1)[0] ?? null)
  })
}

/** A week to come has pairs, the lineups of today and no points. Weeks after the last one have no pairs. */
export function matchupBodies(season: SleeperSeason, week: number, moment: Moment): object[] {
  if (!moment.isDrafted || week < 1 || week > NFL_WEEKS) return []
  const pairs = pairsOfWeek(season, week, moment)
  const isToCome = week > moment.week
  return season.teams.map(({ teamId }, index) => {
    const lineup = isToCome
      ? currentLineup(season, teamId, moment)
      : lineupAt(season, teamId, week, moment.atMs)
    const pointsOf = (entry: LineupEntry | null) =>
      entry === null || isToCome ? ZERO_POINTS : (pointsAt(entry.week, moment.atMs) ?? ZERO_POINTS)
    const custom = week < moment.week ? season.customPointsOf(teamId, week) : null
    const pair = pairs.findIndex((each) => each.includes(teamId))
    return {
      roster_id: index + 1,
      matchup_id: pair < 0 ? null : pair + 1,
      points: isToCome ? 0 : pointsToDecimal(livePoints(lineup, moment.atMs)),
      custom_points: custom === null ? null : pointsToDecimal(custom),
      starters: starterIds(season, lineup),
      starters_points: inSlots(season, lineup).map((each) => pointsToDecimal(pointsOf(each))),
      players: lineup.map(({ player }) => playerIdOf(player)),
      players_points: Object.fromEntries(
        lineup.map((entry) => [playerIdOf(entry.player), pointsToDecimal(pointsOf(entry))]),
      ),
    }
  })
}

/** A bracket as far as it is played. Before the playoffs, the teams of its first games are those of the standings. */
export function bracketBodies(season: SleeperSeason, moment: Moment, name: 'winners' | 'losers'): object[] {
  const { rounds, regularWeeks, finalWeek, shape } = season
  const hasBegun = moment.week > regularWeeks
  const isOver = (round: number) => rounds[round - 1]?.every((week) => week < moment.week) === true
  const games = season[name]
  const forecast = hasBegun ? null : forecastOf(season, moment)
  return moment.isDrafted ? games.map(toBody) : []

  function toBody(game: BracketGame): object {
    const { round, number, winner, loser, place, origins } = game
    const isDecided = isOver(round)
    return {
      r: round,
      m: number,
      t1: teamOf(game, 0),
      t2: teamOf(game, 1),
      ...originField('t1_from', origins[0]),
      ...originField('t2_from', origins[1]),
      w: isDecided ? rosterIdOf(season, winner) : null,
      l: isDecided ? rosterIdOf(season, loser) : null,
      ...(place === null ? {} : { p: place }),
    }
  }

  function teamOf({ round, teamIds, origins }: BracketGame, side: 0 | 1): number | null {
    const starts = origins[side] === null && (round === 1 || !wasInEarlier(teamIds[side], round))
    if (!starts && !isOver(round - 1)) return null
    return rosterIdOf(season, forecast?.get(teamIds[side]) ?? teamIds[side])
  }

  function wasInEarlier(teamId: number, round: number): boolean {
    return games.some((game) => game.round < round && game.teamIds.includes(teamId))
  }

  function forecastOf(of: SleeperSeason, at: Moment): Map<number, number> {
    const today = standingsAt(of, at.week)
    const seeds = standingsAt(of, finalWeek + 1)
    return new Map(shape.playoffTeams === 0 ? [] : seeds.map((seed, index) => [seed, today[index] ?? seed]))
  }
}

function originField(name: string, origin: Origin | null): object {
  return origin === null ? {} : { [name]: origin }
}
