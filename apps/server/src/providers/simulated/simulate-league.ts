import type { Points } from '@fieldhouse/domain/points'
import { shapeOf } from './calendar.ts'
import { CAST } from './cast.ts'
import { type DraftPick, draftOrder, holdDraft } from './draft.ts'
import { playGame, type SimulatedGame } from './game.ts'
import { finalPoints, type LineupEntry, setLineup } from './lineup.ts'
import { type NflSeason, nflSeason } from './nfl.ts'
import { playerWeek } from './player-week.ts'
import { type Player, playersOf } from './players.ts'
import { playPlayoffs } from './playoffs.ts'
import { randomFrom, type Seed } from './random.ts'
import { pairsOfRound } from './round-robin.ts'
import { rankTeams } from './standings-table.ts'

/** A whole season as it ends. What is known of it at an instant is worked out from it. */
export type SimulatedSeason = {
  seed: Seed
  season: number
  nfl: NflSeason
  players: Player[]
  draftOrder: number[]
  picks: DraftPick[]
  /** By week and id, the playoffs after the regular season. */
  games: SimulatedGame[]
  /** Team ids from the champion to the last. */
  finalOrder: number[]
  /** The line-up of any week from 1 on, those after the fantasy season included. */
  lineupOf: (teamId: number, week: number) => LineupEntry[]
}

export const TEAM_IDS: readonly number[] = CAST.map((team) => team.teamId)

/** Plays a season of the league. The same seed and season give the same result. */
export function simulateLeague({ seed, season }: { seed: Seed; season: number }): SimulatedSeason {
  const nfl = nflSeason(seed, season)
  const players = playersOf(seed, season)
  const picks = holdDraft(seed, season, players)
  const lineupOf = lineups({ seed, season, nfl, players, picks })
  const scores = new Map<string, Points>()
  const scoreOf = (teamId: number, week: number) => {
    const key = `${teamId}/${week}`
    const points = scores.get(key) ?? finalPoints(lineupOf(teamId, week))
    scores.set(key, points)
    return points
  }
  const regular = regularSeason(seed, season, scoreOf)
  const { regularWeeks } = shapeOf(season)
  const seeds = rankTeams(regular, TEAM_IDS)
  const playoffs = playPlayoffs(seeds, regularWeeks + 1, regular.length + 1, scoreOf)
  return {
    seed,
    season,
    nfl,
    players,
    draftOrder: draftOrder(seed, season),
    picks,
    games: [...regular, ...playoffs.games],
    finalOrder: playoffs.finalOrder,
    lineupOf,
  }
}

function regularSeason(
  seed: Seed,
  season: number,
  scoreOf: (teamId: number, week: number) => Points,
): SimulatedGame[] {
  const teams = randomFrom(seed, season, 'schedule').shuffle(TEAM_IDS)
  const games: SimulatedGame[] = []
  for (let week = 1; week <= shapeOf(season).regularWeeks; week++) {
    for (const [homeId, awayId] of pairsOfRound(teams, week)) {
      games.push(playGame(games.length + 1, week, { tier: 'NONE', homeId, awayId }, scoreOf))
    }
  }
  return games
}

type Rosters = Pick<SimulatedSeason, 'seed' | 'season' | 'nfl' | 'players' | 'picks'>

/** Everyone keeps the players of the draft and sets the best line-up every week. */
function lineups({ seed, season, nfl, players, picks }: Rosters): SimulatedSeason['lineupOf'] {
  const byId = new Map(players.map((player) => [player.id, player]))
  const known = new Map<string, LineupEntry[]>()
  return (teamId, week) => {
    const key = `${teamId}/${week}`
    const found = known.get(key)
    if (found !== undefined) return found
    const roster = picks.flatMap((pick) => (pick.teamId === teamId ? (byId.get(pick.playerId) ?? []) : []))
    const lineup = setLineup(
      roster.map((player) => ({ player, week: playerWeek(seed, season, nfl, player, week) })),
    )
    known.set(key, lineup)
    return lineup
  }
}
