import type { getPlayoffRace } from '@fieldhouse/contract/insights'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import { countByes } from '@fieldhouse/domain/insights/odds/playoff-bracket'
import { MAX_TEAMS } from '@fieldhouse/domain/insights/race/clinch'
import {
  MIN_WEEKS_FOR_ODDS,
  type PlayoffRace,
  type TeamRace,
} from '@fieldhouse/domain/insights/race/playoff-race'
import { pointsToDecimal } from '@fieldhouse/domain/points'
import type { InsightSeason, InsightTeam } from '../../repositories/seasons/insight-reader.ts'
import { presentHeader } from './present.ts'
import { divisionsOf, tieBreakerOf } from './race-input.ts'

type RaceResponse = ResponseOf<typeof getPlayoffRace>

/** Counted up when the same season would give other figures. */
export const FORMULA_VERSION = 2

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
    ...presentHeader(season, stored),
    unavailable: whyNoRace(season, stored),
    odds_unavailable: race === null || stored === null ? null : whyNoOdds(stored, race),
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
    formula_version: FORMULA_VERSION,
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

function whyNoOdds(
  { regular }: InsightSeason,
  { model, teams }: PlayoffRace,
): RaceResponse['odds_unavailable'] {
  if (teams.some(({ odds }) => odds !== null)) return null
  if (regular.completedPeriods < MIN_WEEKS_FOR_ODDS) return 'too_early'
  return model === null ? 'no_variation' : 'no_schedule'
}

function presentTeam(team: TeamRace, { record, pointsFor }: InsightTeam): RaceResponse['teams'][number] {
  const { odds, label } = team
  const status = statusOf(label)
  return {
    team_id: team.teamId,
    ...record,
    points_for: pointsToDecimal(pointsFor),
    current_seed: team.currentSeed,
    results_left: team.resultsLeft,
    odds:
      odds === null
        ? null
        : {
            playoffs: odds.playoffs,
            bye: odds.bye,
            first_seed: odds.firstSeed,
            division: odds.division,
            title: odds.title,
          },
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
