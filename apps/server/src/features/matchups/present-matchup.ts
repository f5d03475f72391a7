import type { LeagueMatchup, MatchupTeam } from '@fieldhouse/contract/matchups/matchups'
import { pointsToDecimal, pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { topScorer } from '@fieldhouse/domain/rosters/lineup'
import { type MatchupView, matchupInWeek } from '@fieldhouse/domain/rosters/matchup'
import { remainingPlayers } from '@fieldhouse/domain/rosters/remaining-players'
import {
  type CategoryCounts,
  type Game,
  type GameResult,
  type GameSide,
  isDecided,
} from '@fieldhouse/domain/seasons/season'
import { presentTeamLink } from '../../http/presenters/present-team-summary.ts'
import { toWire } from '../../http/presenters/to-wire.ts'
import type { LeagueWeek } from './read-week.ts'

export type GameWithOpponent = Game & { away: GameSide }

type Side = 'home' | 'away'

export function presentMatchup<Extra>(
  game: GameWithOpponent,
  view: LeagueWeek,
  extend: (teamId: number) => Extra,
) {
  const matchup = matchupInWeek(game, view)
  const present = (side: Side) => ({
    ...presentSide(side, matchup, game, view),
    ...extend(game[side].teamId),
  })
  return {
    id: game.gameId,
    status: statusLabel(matchup, matchup.result),
    state: matchup.state,
    result: isDecided(matchup.result) ? matchup.result : null,
    is_playoff: game.bracket !== 'regular',
    round: view.rounds.get(game.gameId) ?? null,
    nfl_weeks: view.nflWeeks,
    away: present('away'),
    home: present('home'),
  }
}

export function presentLineupWeek(game: Game, view: LeagueWeek): Pick<LeagueMatchup, 'week' | 'lineup_week'> {
  return { week: game.period, lineup_week: view.lineups.length > 0 ? view.lineupWeek : null }
}

export function hasOpponent(game: Game): game is GameWithOpponent {
  return game.away !== null
}

/** Orders playoff games by importance: the championship bracket, third place, consolation. */
export function byImportance({ rounds }: Pick<LeagueWeek, 'rounds'>): (a: Game, b: Game) => number {
  const importanceOf = ({ gameId, bracket }: Game) => {
    const order = ['regular', 'winners', 'playoffs', 'winners consolation', 'losers consolation']
    const round = rounds.get(gameId)?.bracket
    const byRound = round === undefined ? 0 : ['championship', 'third_place', 'consolation'].indexOf(round)
    return byRound * order.length + order.indexOf(bracket)
  }
  return (a, b) => importanceOf(a) - importanceOf(b) || a.gameId - b.gameId
}

function presentSide(side: Side, matchup: MatchupView, game: GameWithOpponent, view: LeagueWeek) {
  const { format, teams, lineups } = view
  const { teamId } = game[side]
  const team = teams.find((candidate) => candidate.teamId === teamId)
  const { score, projected, winProbability } = matchup[side]
  const lineup = lineups.find((candidate) => candidate.teamId === teamId)
  const top = lineup === undefined ? null : topScorer(lineup.entries)
  const hasScores = format !== 'categories'
  return {
    ...presentTeamLink(teamId, teams),
    score: hasScores ? pointsToDecimalOrNull(score) : null,
    proj: hasScores ? pointsToDecimalOrNull(projected) : null,
    win_chance: hasScores ? winProbability : null,
    categories: hasScores ? null : presentCategories(side, game.categories),
    remaining:
      matchup.state === 'final' || matchup.state === 'not_played' ? null : presentRemaining(teamId, view),
    record: team?.record ?? null,
    seed: team?.seed ?? null,
    top_scorer:
      top === null ? null : { espn_id: top.playerId, player: top.name, points: pointsToDecimal(top.points) },
  }
}

function presentRemaining(teamId: number, { lineups, nflWeek, nflWeeks, lineupWeek }: LeagueWeek) {
  const lineup = lineups.find((candidate) => candidate.teamId === teamId)
  if (lineup === undefined || nflWeek === null || lineupWeek !== nflWeeks.at(-1)) return null
  return toWire(remainingPlayers(lineup.entries, nflWeek))
}

function presentCategories(side: Side, counts: CategoryCounts | null): MatchupTeam['categories'] {
  if (counts === null) return null
  const { home, away, ties } = counts
  return side === 'home' ? { wins: home, losses: away, ties } : { wins: away, losses: home, ties }
}

function statusLabel({ state }: MatchupView, result: GameResult): string {
  switch (state) {
    case 'before':
      return 'Not started'
    case 'live':
      return 'Live'
    case 'final':
      return result === 'tie' ? 'Final, tied' : 'Final'
    case 'not_played':
      return 'Not played'
  }
}
