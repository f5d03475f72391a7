import type { KnownRound } from '@fieldhouse/domain/insights/odds/playoff-bracket'
import type { GamePick } from '@fieldhouse/domain/insights/odds/simulate-season'
import type { RaceOptions } from '@fieldhouse/domain/insights/race/playoff-race'
import { type RegularSeason, seasonThrough } from '@fieldhouse/domain/insights/season/regular-season'
import type { InsightSeason, InsightTeam } from '../../repositories/seasons/insight-reader.ts'
import { seedingOf } from './read-seeds.ts'

/** How many seasons a simulation plays. */
export const RUNS = 10_000

/** What the race of a season is computed from. It can be sent to another thread. */
export type RaceInput = { season: RegularSeason; options: RaceOptions }

/** The rules and the playoffs of a stored season. Picks of games that are not open are dropped. */
export function toRaceInput(
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

/** The season as it was after a completed week, before anything was known of the playoffs. */
export function storedThrough(stored: InsightSeason, week: number): InsightSeason {
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

/** Whether the pairings are known up to the last week of the regular season. */
function isScheduleComplete({ games, openGames, lastPeriod }: RegularSeason): boolean {
  const last = Math.max(0, ...[...games, ...openGames].map(({ period }) => period))
  return lastPeriod === null || last >= lastPeriod
}
