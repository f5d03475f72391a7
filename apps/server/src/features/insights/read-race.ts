import { createHash } from 'node:crypto'
import type { getPlayoffRace, getRaceHistory } from '@fieldhouse/contract/insights/playoff-race'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { SeedingRules } from '@fieldhouse/domain/insights/odds/seed-order'
import { countByes, type GamePick, type KnownRound } from '@fieldhouse/domain/insights/odds/simulate-season'
import { MAX_TEAMS } from '@fieldhouse/domain/insights/race/clinch'
import {
  MIN_WEEKS_FOR_ODDS,
  type PlayoffRace,
  type RaceOptions,
  type TeamRace,
} from '@fieldhouse/domain/insights/race/playoff-race'
import { seedsSoFar } from '@fieldhouse/domain/insights/race/projected-bracket'
import type { InsightSeason, InsightTeam } from '@fieldhouse/domain/insights/season/insight-season'
import {
  playedPeriods,
  type RegularSeason,
  seasonThrough,
} from '@fieldhouse/domain/insights/season/regular-season'
import { pointsToDecimalOrNull } from '@fieldhouse/domain/points'
import { type TieBreaker, UNKNOWN_RECORD } from '@fieldhouse/domain/seasons/season'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../context.ts'
import { toWire } from '../../http/to-wire.ts'
import { type TaskThread, taskThread, threadProgram } from '../../threads/task-thread.ts'
import { presentHeader } from './present-figures.ts'

type RaceResponse = ResponseOf<typeof getPlayoffRace>

/** What the race of a season is computed from. It can be sent to another thread. */
export type RaceInput = { season: RegularSeason; options: RaceOptions }

export type RaceThread = TaskThread<RaceInput, PlayoffRace>

export const raceThread = (): RaceThread => taskThread(threadProgram('race-thread', import.meta.url))

export type WeekRace = { week: number; race: PlayoffRace }

type Races = Pick<Context, 'computeRace'>

const RUNS = 10_000

/** Counted up when the same season would give other figures. */
const FORMULA_VERSION = 2

/** About 20 KB each, so at most 16 MB. */
const MAX_REMEMBERED = 800

/** The race of a season, with the winners of games that somebody picks. null if too many others are being computed. */
export async function readRace(
  { computeRace }: Races,
  season: number,
  stored: InsightSeason | null,
  picks: readonly GamePick[] = [],
): Promise<RaceResponse | null> {
  if (!hasRace(season, stored)) return presentRace(season, stored, null)
  const race = await computeRace(toRaceInput(season, stored, picks))
  return race === null ? null : presentRace(season, stored, race)
}

/** The odds after each completed week. null if too many other races are being computed. */
export async function readRaceHistory(
  ctx: Races,
  season: number,
  stored: InsightSeason | null,
): Promise<ResponseOf<typeof getRaceHistory> | null> {
  const race = hasRace(season, stored) ? await ctx.computeRace(toRaceInput(season, stored)) : undefined
  if (race === null) return null
  const hasOdds = race?.teams.some(({ odds }) => odds !== null) ?? false
  const weeks = hasOdds ? await listWeekRaces(ctx, season, stored) : []
  if (weeks === null) return null
  return {
    ...presentRaceHeader(season, stored, race ?? null),
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

/**
 * Oldest first. Weeks without odds are left out. null if too many others are being computed. One after the other, so
 * that others need not wait for all of them.
 */
export async function listWeekRaces(
  { computeRace }: Races,
  season: number,
  stored: InsightSeason | null,
  wanted?: readonly number[],
): Promise<WeekRace[] | null> {
  if (!hasRace(season, stored)) return []
  const weeks: WeekRace[] = []
  for (const week of playedPeriods(stored.regular).slice(MIN_WEEKS_FOR_ODDS - 1)) {
    if (wanted?.includes(week) === false) continue
    const race = await computeRace(toRaceInput(season, storedThrough(stored, week)))
    if (race === null) return null
    weeks.push({ week, race })
  }
  return weeks
}

/**
 * The key is a hash of the input, so weeks that are over are not computed again when the league changes, and requests
 * at the same time share a result.
 */
export function rememberRaces(races: Pick<RaceThread, 'run'>): Context['computeRace'] {
  const remembered = new LRUCache<string, Promise<PlayoffRace | null>>({ max: MAX_REMEMBERED })
  return async (input) => {
    const key = keyOf(input)
    const known = remembered.get(key)
    const result = known === undefined ? null : await known.catch(() => null)
    if (result !== null) return result
    const race = races.run(input)
    remembered.set(key, race)
    return race
  }
}

/** Equal inputs have the same key. The serialization of V8 depends on how it stores a number. */
function keyOf({ season, options: { names, ...options } }: RaceInput): string {
  const text = JSON.stringify([season, options, [...names]])
  return createHash('sha256').update(text).digest('base64')
}

/** The rules and the playoffs of a stored season. Picks of games that are not open are dropped. */
function toRaceInput(
  season: number,
  { regular, schedule, teams, bracket }: InsightSeason,
  picks: readonly GamePick[] = [],
): RaceInput {
  const open = new Set(regular.openGames.map(({ gameId }) => gameId))
  return {
    season: regular,
    options: {
      rules: {
        seeding: seedingOf({ regular, schedule, teams }),
        playoffs: {
          places: schedule.playoffTeams ?? 0,
          roundWeeks: bracket.rounds.map(({ periods }) =>
            schedule.periods
              .filter(({ period }) => periods.includes(period))
              .reduce((sum, { weeks }) => sum + weeks.length, 0),
          ),
          isReseeded: schedule.seeding?.isReseeded ?? false,
          knownRounds: knownRoundsOf(bracket, teams),
        },
      },
      runs: RUNS,
      seedText: `${identityOf(regular)}/${season}/${regular.completedPeriods}`,
      names: new Map(teams.map(({ teamId, name }) => [teamId, name])),
      isScheduleComplete: isScheduleComplete(regular),
      picks: picks.filter(({ gameId }) => open.has(gameId)),
    },
  }
}

/**
 * A text that identifies the league's season wherever it is stored: its pairings. They stay the same after an export and
 * import, and when a team is renamed.
 */
function identityOf({ games, openGames }: RegularSeason): string {
  return [
    ...games.map(({ period, home, away }) => [period, home.teamId, away.teamId]),
    ...openGames.map(({ period, homeId, awayId }) => [period, homeId, awayId]),
  ]
    .map(([period, ...teams]) => [period, ...teams.sort((a = 0, b = 0) => a - b)].join('-'))
    .sort()
    .join(' ')
}

/**
 * The season as it was after a completed week, before anything was known of the playoffs. The odds of earlier weeks are
 * computed again from it, and not stored, so that corrections and new formulas apply to them.
 */
function storedThrough(stored: InsightSeason, week: number): InsightSeason {
  const rounds = stored.bracket.rounds.map((round) => ({ ...round, championship: [], byes: [] }))
  return {
    ...stored,
    regular: seasonThrough(stored.regular, week),
    bracket: { ...stored.bracket, rounds },
  }
}

function knownRoundsOf({ rounds }: InsightSeason['bracket'], teams: readonly InsightTeam[]): KnownRound[] {
  const indexOf = (teamId: number) => teams.findIndex((team) => team.teamId === teamId)
  return rounds
    .filter(({ championship }) => championship.length > 0)
    .map(({ championship, byes }) => ({
      pairings: championship.map(({ teamIds: [a, b], winnerId }) => ({
        teams: [indexOf(a), indexOf(b)],
        winner: winnerId === null ? null : indexOf(winnerId),
      })),
      byes: byes.map(indexOf),
    }))
}

function isScheduleComplete({ games, openGames, lastPeriod }: RegularSeason): boolean {
  const last = Math.max(0, ...[...games, ...openGames].map(({ period }) => period))
  return lastPeriod === null || last >= lastPeriod
}

function hasRace(season: number, stored: InsightSeason | null): stored is InsightSeason {
  return stored !== null && whyNoRace(season, stored) === null
}

function whyNoRace(season: number, stored: InsightSeason | null): RaceResponse['unavailable'] {
  const { unavailable } = presentHeader(season, stored)
  if (unavailable !== null || stored === null) return unavailable
  const places = stored.schedule.playoffTeams ?? 0
  if (places < 2 || places > stored.teams.length) return 'no_playoffs'
  return stored.teams.length > MAX_TEAMS ? 'too_many_teams' : null
}

function presentRace(season: number, stored: InsightSeason | null, race: PlayoffRace | null): RaceResponse {
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
    model: race?.model == null ? null : { ...race.model, sigma: race.model.spread },
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
  const { seeds, stakes, ...rest } = odds
  return toWire(rest)
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
  const { odds, label, ...race } = team
  const status = statusOf(label)
  return {
    ...toWire(race),
    ...(record ?? UNKNOWN_RECORD),
    points_for: pointsToDecimalOrNull(pointsFor),
    odds: presentOdds(odds),
    seeds: odds?.seeds ?? null,
    status: status ?? 'alive',
    proven: status !== null,
    label: status === null ? (label as RaceResponse['teams'][number]['label']) : null,
    scenarios: team.scenarios === null ? [] : [team.scenarios],
    // No recorded response of a host contains the odds that its pages show, so their unit would be a guess.
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

/** The team IDs in the order of the seeds so far, best first; null if unknown. */
export function currentSeeds(stored: InsightSeason): number[] | null {
  const { regular, schedule, teams } = stored
  if (schedule.format === 'points') return seedsSoFar(regular, seedingOf(stored))
  // Only the provider knows how categories count for the standings.
  if (regular.completedPeriods === 0) return null
  return seededOrder(teams)?.flatMap((index) => teams[index]?.teamId ?? []) ?? null
}

function seedingOf({
  regular,
  schedule,
  teams,
}: Pick<InsightSeason, 'regular' | 'schedule' | 'teams'>): SeedingRules {
  return {
    tieBreaker: tieBreakerOf(schedule),
    divisions: divisionsOf(teams, schedule),
    finalOrder: regular.openGames.length === 0 ? seededOrder(teams) : null,
  }
}

function tieBreakerOf({ seeding }: InsightSeason['schedule']): TieBreaker {
  return seeding?.tieBreaker ?? 'points_for'
}

/** null in a league with a single division. */
function divisionsOf(teams: readonly InsightTeam[], { seeding }: InsightSeason['schedule']): number[] | null {
  // Teams can keep the divisions of an earlier season.
  if (seeding?.divisions.length === 1) return null
  const divisions = teams.map(({ divisionId }) => divisionId ?? -1)
  return new Set(divisions).size > 1 ? divisions : null
}

/** The provider's seeds replace ours, if all teams have one. */
function seededOrder(teams: readonly InsightTeam[]): number[] | null {
  if (teams.some(({ playoffSeed }) => playoffSeed === null)) return null
  const seedOf = (team: number) => teams[team]?.playoffSeed ?? 0
  return [...teams.keys()].sort((a, b) => seedOf(a) - seedOf(b))
}
