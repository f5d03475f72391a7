import type { getMatchup } from '@fieldhouse/contract/matchups'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { presentFreshness } from '../../http/presenters/present-freshness.ts'
import { presentLineup } from '../../http/presenters/present-lineup.ts'
import { presentManagers } from '../../http/presenters/present-team-summary.ts'
import {
  byImportance,
  type GameWithOpponent,
  hasOpponent,
  presentLineupWeek,
  presentMatchup,
} from './present-matchup.ts'
import type { LeagueWeek } from './week-reader.ts'

/** A game between the same two teams or owners. */
export type Meeting = { season: number; period: number; gameId: number }

type LeagueMatchupView = LeagueWeek & {
  /** Owner names from the provider by team ID, the primary owner first. */
  owners: ReadonlyMap<number, string[]>
  /** The stored seasons, newest first. */
  seasons: number[]
  /** Oldest first. */
  meetings: readonly Meeting[]
}

export function presentLeagueMatchup(
  game: GameWithOpponent,
  view: LeagueMatchupView,
): ResponseOf<typeof getMatchup> {
  const ids = view.games
    .filter(hasOpponent)
    .toSorted(byImportance(view))
    .map(({ gameId }) => gameId)
  const index = ids.indexOf(game.gameId)
  const extend = (teamId: number) => {
    const team = view.teams.find((candidate) => candidate.teamId === teamId)
    return {
      rank: team?.rank ?? null,
      ...presentManagers({ teamId, assignment: team?.assignment ?? null }, view.owners),
      lineup: presentLineup(view.lineups, teamId, view.nflWeek),
    }
  }
  return {
    season: view.season,
    seasons: view.seasons,
    scoring_format: view.format,
    weeks: view.periods,
    matchup: { ...presentMatchup(game, view, extend), ...presentLineupWeek(game, view) },
    previous_game: ids[index - 1] ?? null,
    next_game: ids[index + 1] ?? null,
    meetings: view.meetings.map(({ season, period, gameId }) => ({ season, week: period, game_id: gameId })),
    ...presentFreshness(view.freshness),
  }
}
