import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { getPlayoffRace, getRaceHistory } from '@fieldhouse/contract/playoff-race'
import { countByes } from '@fieldhouse/domain/insights/odds/playoff-bracket'
import { MAX_TEAMS } from '@fieldhouse/domain/insights/race/clinch'
import {
  MIN_WEEKS_FOR_ODDS,
  type PlayoffRace,
  type TeamRace,
} from '@fieldhouse/domain/insights/race/playoff-race'
import { playedPeriods } from '@fieldhouse/domain/insights/season/regular-season'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { UNKNOWN_RECORD } from '@fieldhouse/domain/seasons/season'
import type { InsightSeason, InsightTeam } from '../../repositories/seasons/insight-reader.ts'
import { presentHeader } from './present.ts'
import { divisionsOf, tieBreakerOf } from './read-seeds.ts'

type RaceResponse = ResponseOf<typeof getPlayoffRace>

/** Counted up when the same season would give other figures. */
const FORMULA_VERSION = 2

/** Whether the race of a season can be computed. */
export function hasRace(season: number, stored: InsightSeason | null): stored is InsightSeason {
  return stored !== null && whyNoRace(season, stored) === null
}

function whyNoRace(season: number, stored: InsightSeason | null): RaceResponse['unavailable'] {
  const { unavailable } = presentHeader(season, stored)
  if (unavailable !== null || stored === null) return unavailable
  const places = stored.schedule.playoffTeams ?? 0
  if (places < 2 || places > stored.teams.length) return 'no_playoffs'
  return stored.teams.length > MAX_TEAMS ? 'too_many_teams' : null
}

/** `race` is null if there is none. */
export function presentRace(
  season: number,
  stored: InsightSeason | null,
  race: PlayoffRace | null,
): RaceResponse {
  const places = stored?.schedule.playoffTeams ?? 0
  const teams = new Map((stored?.teams ?? []).map((team) => [team.teamId, team]))
  return {
    ...presentRaceHeader(season, stored, race),
    places,
    byes: places < 2 ? 0 : countByes(places),
    seeding: stored === null ? null : presentSeeding(stored),
    remaining_games: (stored?.regular.openGames ?? []).map(({ gameId, period, homeId, awayId }) => ({
      game_id: gameId,
      week: period,
      home_team_id: homeId,
      away_team_id: awayId,
    })),
    model:
      race?.model == null
        ? null
        : { runs: race.model.runs, seed: race.model.seed, mean: race.model.mean, sigma: race.model.spread },
    stakes: presentStakes(stored, race),
    teams: (race?.teams ?? []).flatMap((team) => {
      const storedTeam = teams.get(team.teamId)
      return storedTeam === undefined ? [] : [presentTeam(team, storedTeam)]
    }),
  }
}

function presentSeeding({ schedule, teams }: InsightSeason): RaceResponse['seeding'] {
  const divisions = divisionsOf(teams, schedule) ?? []
  const nameOf = (divisionId: number) =>
    schedule.seeding?.divisions.find((division) => division.divisionId === divisionId)?.name ?? null
  return {
    tie_breaker: tieBreakerOf(schedule),
    is_reseeded: schedule.seeding?.isReseeded ?? null,
    divisions: [...new Set(divisions)]
      .sort((a, b) => a - b)
      .map((divisionId) => ({
        name: nameOf(divisionId),
        team_ids: teams.filter((_, team) => divisions[team] === divisionId).map(({ teamId }) => teamId),
      })),
  }
}

/** `race` is the one of the season as it is; null if there is none. */
export function presentRaceHistory(
  season: number,
  stored: InsightSeason | null,
  race: PlayoffRace | null,
  weeks: readonly { week: number; race: PlayoffRace }[],
): ResponseOf<typeof getRaceHistory> {
  return {
    ...presentRaceHeader(season, stored, race),
    weeks: weeks.map((each) => ({
      week: each.week,
      teams: each.race.teams.map(({ teamId, odds, label }) => ({
        team_id: teamId,
        status: statusOf(label) ?? 'alive',
        odds: presentOdds(odds),
      })),
    })),
  }
}

function presentRaceHeader(season: number, stored: InsightSeason | null, race: PlayoffRace | null) {
  return {
    ...presentHeader(season, stored),
    unavailable: whyNoRace(season, stored),
    odds_unavailable: race === null || stored === null ? null : whyNoOdds(stored, race),
    formula_version: FORMULA_VERSION,
  }
}

function presentStakes(stored: InsightSeason | null, race: PlayoffRace | null): RaceResponse['stakes'] {
  const games = race?.teams[0]?.odds?.stakes ?? []
  return games.flatMap(({ gameId }, index) => {
    const game = stored?.regular.openGames.find((each) => each.gameId === gameId)
    if (game === undefined) return []
    return {
      game_id: gameId,
      week: game.period,
      home_team_id: game.homeId,
      away_team_id: game.awayId,
      teams: (race?.teams ?? []).map(({ teamId, odds }) => ({
        team_id: teamId,
        home_wins: odds?.stakes[index]?.homeWins ?? null,
        away_wins: odds?.stakes[index]?.awayWins ?? null,
      })),
    }
  })
}

function presentOdds(odds: TeamRace['odds']): RaceResponse['teams'][number]['odds'] {
  if (odds === null) return null
  const { playoffs, bye, firstSeed, division, title } = odds
  return { playoffs, bye, first_seed: firstSeed, division, title }
}

function whyNoOdds(
  { regular }: InsightSeason,
  { model, teams }: PlayoffRace,
): RaceResponse['odds_unavailable'] {
  if (teams.some(({ odds }) => odds !== null)) return null
  if (playedPeriods(regular).length < MIN_WEEKS_FOR_ODDS) return 'too_early'
  return model === null ? 'no_variation' : 'no_schedule'
}

function presentTeam(team: TeamRace, { record, pointsFor }: InsightTeam): RaceResponse['teams'][number] {
  const { odds, label } = team
  const status = statusOf(label)
  return {
    team_id: team.teamId,
    ...(record ?? UNKNOWN_RECORD),
    points_for: pointsToDecimalOrNull(pointsFor),
    current_seed: team.currentSeed,
    results_left: team.resultsLeft,
    odds: presentOdds(odds),
    seeds: odds?.seeds ?? null,
    status: status ?? 'alive',
    proven: status !== null,
    magic_number: team.magicNumber,
    label: status === null ? (label as RaceResponse['teams'][number]['label']) : null,
    scenarios: team.scenarios === null ? [] : [team.scenarios],
    host_odds: null,
  }
}

const PROVEN = [
  'clinched_first',
  'clinched_bye',
  'clinched_division',
  'clinched',
  'clinched_no_bye',
  'eliminated',
] as const

/** null for a team whose place is open. */
function statusOf(label: TeamRace['label']): (typeof PROVEN)[number] | null {
  return PROVEN.find((status) => status === label) ?? null
}
