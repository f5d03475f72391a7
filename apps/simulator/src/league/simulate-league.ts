import { addPoints, type Points, ZERO_POINTS } from '@fieldhouse/domain/points'
import { shapeOf, weeksOfPeriod } from '../nfl/calendar.ts'
import { type NflSeason, nflSeason } from '../nfl/nfl.ts'
import { simulatePlayerWeek } from '../nfl/player-week.ts'
import { type Player, playersOf } from '../nfl/players.ts'
import { type Pair, pairsOfRound } from '../nfl/round-robin.ts'
import { randomFrom, type Seed } from '../random.ts'
import { type DraftPick, draftOrder, simulateDraft } from './draft.ts'
import { type GameWeeks, playGame, type SideOf, type SimulatedGame } from './game.ts'
import { benchEveryone, finalPoints, type LineupEntry, setLineup } from './lineup.ts'
import { playPlayoffs } from './playoffs.ts'
import { teamIdsIn } from './seed-users.ts'
import { rankTeams } from './standings.ts'

/** A complete simulated season. The state at any point in time is derived from it. */
export type SimulatedSeason = {
  seed: Seed
  season: number
  /** In ascending order. */
  teamIds: readonly number[]
  nfl: NflSeason
  players: Player[]
  draftOrder: number[]
  picks: DraftPick[]
  /** Ordered by week and ID, with the playoffs after the regular season. */
  games: SimulatedGame[]
  /** Team IDs from the champion to the last place. */
  finalOrder: number[]
  /** Returns the lineup of a week from 1 on, including weeks after the fantasy season. */
  lineupOf: (teamId: number, week: number) => LineupEntry[]
}

/** Simulates a season of the league. The same seed and season give the same result. */
export function simulateLeague({ seed, season }: { seed: Seed; season: number }): SimulatedSeason {
  const teamIds = teamIdsIn(season)
  const nfl = nflSeason(seed, season)
  const players = playersOf(seed, season)
  const picks = simulateDraft(seed, season, players)
  const pairings = pairingsOf(seed, season, teamIds)
  const lineupOf = createLineups({ seed, season, nfl, players, picks, pairings })
  const sideOf: SideOf = (teamId, weeks) => {
    const adjustment = adjustmentOf(season, teamId, weeks)
    const points = weeks.map((week) => finalPoints(lineupOf(teamId, week)))
    return { teamId, points: addPoints([...points, adjustment]), adjustment }
  }
  const { regularWeeks } = shapeOf(season)
  const gameWeeksOf = (period: number): GameWeeks => ({ period, weeks: weeksOfPeriod(season, period) })
  const regular = playRegularSeason(pairings, gameWeeksOf, sideOf)
  const seeds = rankTeams(regular, teamIds)
  const rounds = [1, 2, 3].map((round) => gameWeeksOf(regularWeeks + round))
  const playoffs = playPlayoffs(seeds, rounds, regular.length + 1, sideOf)
  return {
    seed,
    season,
    teamIds,
    nfl,
    players,
    draftOrder: draftOrder(seed, season),
    picks,
    games: [...regular, ...playoffs.games],
    finalOrder: playoffs.finalOrder,
    lineupOf,
  }
}

/** The pairings of each week of the regular season. */
function pairingsOf(seed: Seed, season: number, teamIds: readonly number[]): (readonly Pair[])[] {
  const teams = randomFrom(seed, season, 'schedule').shuffle(teamIds)
  return Array.from({ length: shapeOf(season).regularWeeks }, (_, index) => pairsOfRound(teams, index + 1))
}

function playRegularSeason(
  weeks: readonly (readonly Pair[])[],
  gameWeeksOf: (period: number) => GameWeeks,
  sideOf: SideOf,
): SimulatedGame[] {
  const games: SimulatedGame[] = []
  for (const [index, pairs] of weeks.entries()) {
    for (const [homeId, awayId] of pairs) {
      games.push(playGame(games.length + 1, gameWeeksOf(index + 1), { tier: 'NONE', homeId, awayId }, sideOf))
    }
  }
  return games
}

type LineupContext = Pick<SimulatedSeason, 'seed' | 'season' | 'nfl' | 'players' | 'picks'> & {
  pairings: readonly (readonly Pair[])[]
}

/** Every team keeps its drafted players and sets the best projected lineup each week. */
function createLineups({
  seed,
  season,
  nfl,
  players,
  picks,
  pairings,
}: LineupContext): SimulatedSeason['lineupOf'] {
  const byId = new Map(players.map((player) => [player.id, player]))
  const rosters = new Map<number, Player[]>()
  for (const { teamId, playerId } of picks) {
    const player = byId.get(playerId)
    if (player !== undefined) rosters.set(teamId, [...(rosters.get(teamId) ?? []), player])
  }
  const cache = new Map<string, LineupEntry[]>()
  return (teamId, week) => {
    const key = `${teamId}/${week}`
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const roster = rosters.get(teamId) ?? []
    const entries = roster.map((player) => ({
      player,
      week: simulatePlayerWeek(seed, season, nfl, player, week),
    }))
    const lineup = isTanking(season, teamId, week, pairings) ? benchEveryone(entries) : setLineup(entries)
    cache.set(key, lineup)
    return lineup
  }
}

/** The commissioner once adjusted a score: 14 points for team 5. */
const ADJUSTMENT = { season: 2020, week: 8, teamId: 5, points: 1400 as Points } as const

/** In one game both teams benched all players, so it ended 0–0. */
const TANKED_GAME = { season: 2022, week: 14 } as const

export function adjustmentOf(season: number, teamId: number, weeks: readonly number[]): Points {
  const isAdjusted =
    season === ADJUSTMENT.season && teamId === ADJUSTMENT.teamId && weeks.includes(ADJUSTMENT.week)
  return isAdjusted ? ADJUSTMENT.points : ZERO_POINTS
}

/** Whether a team benches all players in a week. `weeks` has the pairings of each week, from week 1. */
export function isTanking(
  season: number,
  teamId: number,
  week: number,
  weeks: readonly (readonly Pair[])[],
): boolean {
  const [game] = weeks[week - 1] ?? []
  return season === TANKED_GAME.season && week === TANKED_GAME.week && game?.includes(teamId) === true
}
