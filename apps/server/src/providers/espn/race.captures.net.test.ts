import { totalsOf } from '@fieldhouse/domain/insights/odds/season-totals'
import { seedOrder } from '@fieldhouse/domain/insights/odds/seed-order'
import { countByes } from '@fieldhouse/domain/insights/odds/simulate-season'
import { type GoalKind, type GoalRules, goalOf } from '@fieldhouse/domain/insights/race/clinch'
import { certaintyOfTeams, toOpenRace } from '@fieldhouse/domain/insights/race/playoff-race'
import { luckOfTeams } from '@fieldhouse/domain/insights/season/luck'
import {
  type RegularSeason,
  seasonThrough,
  toRegularSeason,
} from '@fieldhouse/domain/insights/season/regular-season'
import { CAPTURES_SKIP_REASON, HAS_CAPTURES, readCapture } from '@fieldhouse/simulator/testing/captures'
import { describe, expect, it } from 'vitest'
import { translateSeason } from './season.ts'

const SEASONS = [
  ...[2020, 2021, 2022, 2023, 2024, 2025].map((season) => ({
    league: 18254195,
    season,
    files: ['combined'],
  })),
  { league: 368876, season: 2015, files: ['mTeam', 'mSettings', 'mMatchupScore'] },
  { league: 368876, season: 2018, files: ['mTeam', 'mSettings', 'mMatchupScore'] },
  { league: 899513, season: 2020, files: ['mTeam', 'mSettings', 'week-01-boxscore'] },
  { league: 1446375, season: 2024, files: ['week16-live'] },
]

const MAX_OPEN_GAMES = 20

function readSeason({ league, season, files }: (typeof SEASONS)[number]) {
  const bodies = files.map((file) => readCapture(`league-${league}/${season}/${file}.json`))
  const translated = translateSeason(bodies, { leagueId: String(league), season })
  const regular = toRegularSeason({
    ...translated,
    periods: translated.calendar.periods,
    regularSeasonPeriods: translated.calendar.regularSeasonPeriods,
    hasMedianGame: translated.hasMedianGame ?? false,
  })
  const divisions = regular.teams.map(({ divisionId }) => divisionId ?? 0)
  const places = translated.calendar.playoffTeams ?? 0
  const hasDivisions = new Set(divisions).size > 1
  return {
    translated,
    regular,
    rules: { places, byes: countByes(places), divisions: hasDivisions ? divisions : null },
  }
}

if (!HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => undefined)

describe.runIf(HAS_CAPTURES).each(SEASONS)('the race of $league in $season', (recorded) => {
  it('is as certain as all outcomes show, in every week with few open games', () => {
    const { regular, rules } = readSeason(recorded)
    const weeks = Array.from({ length: regular.completedPeriods }, (_, week) => week)
      .map((week) => seasonThrough(regular, week))
      .filter(({ openGames }) => openGames.length <= MAX_OPEN_GAMES)
    expect(weeks.length).toBeGreaterThanOrEqual(2)
    for (const season of weeks) {
      const certainty = certaintyOfTeams(toOpenRace(season).race, rules, null)
      for (const kind of ['place', 'bye', 'first', 'division'] as const)
        for (const [team, own] of certainty.entries())
          expect([season.completedPeriods, team, kind, own[kind]]).toEqual([
            season.completedPeriods,
            team,
            kind,
            searchOutcomes(season, team, kind, rules),
          ])
    }
  })

  it('ends with the seeds of the provider, by the settings of the league', () => {
    const { translated, regular, rules } = readSeason(recorded)
    const { tieBreaker } = translated.seeding ?? expect.fail()
    expect(tieBreaker).toBe('points_for')
    const order = seedOrder(totalsOf(regular), { tieBreaker: tieBreaker ?? 'points_for', ...rules })
    const seedOf = new Map(translated.teams.map(({ teamId, playoffSeed }) => [teamId, playoffSeed]))
    expect(order.map((team) => seedOf.get(regular.teams[team]?.teamId ?? 0))).toEqual(
      order.map((_, place) => place + 1),
    )
  })

  it('has as many expected wins as games, and no luck in total', () => {
    const { regular } = readSeason(recorded)
    const luck = luckOfTeams(regular)
    expect(luck.reduce((sum, team) => sum + team.expectedWins, 0)).toBeCloseTo(regular.games.length, 9)
    expect(luck.reduce((sum, team) => sum + team.luck, 0)).toBeCloseTo(0, 9)
  })
})

/**
 * Tries all results of the open games, ties included. Equal tables are tried once, and a branch ends when the rest of
 * its games can no longer change the answer.
 */
function searchOutcomes(season: RegularSeason, team: number, kind: GoalKind, rules: GoalRules) {
  const goal = goalOf(team, kind, rules)
  if (goal === null) return null
  const { race } = toOpenRace(season)
  // The games of the team come first.
  const games = race.games.toSorted((a, b) => Number(b.includes(team)) - Number(a.includes(team)))
  const leftAfter = (played: number) =>
    race.units.map((_, other) => 2 * games.slice(played).filter((game) => game.includes(other)).length)
  const left = games.map((_, played) => leftAfter(played)).concat([leftAfter(games.length)])

  /** Whether any outcome has the wanted answer. `slack` is -1 if level teams are ahead, and 0 if they are behind. */
  const exists = (slack: number, isWanted: (isMissed: boolean) => boolean): boolean => {
    const seen = new Set<string>()
    const units = [...race.units]
    const answer = (ownMore: number, othersMore: readonly number[]) =>
      goal.isMissed(
        units.reduce(
          (set, each, other) =>
            other !== team && each + (othersMore[other] ?? 0) > (units[team] ?? 0) + ownMore + slack
              ? set | (1 << other)
              : set,
          0,
        ),
      )
    const none = units.map(() => 0)
    const search = (played: number): boolean => {
      const rest = left[played] ?? none
      const [best, worst] = [answer(rest[team] ?? 0, none), answer(0, rest)]
      if (best === worst) return isWanted(best)
      const key = `${played} ${units.map((each) => each - (units[team] ?? 0)).join(' ')}`
      if (seen.has(key)) return false
      seen.add(key)
      const [a, b] = games[played] ?? [0, 0]
      return [2, 0, 1].some((won) => {
        units[a] = (units[a] ?? 0) + won
        units[b] = (units[b] ?? 0) + 2 - won
        const isFound = search(played + 1)
        units[a] = (units[a] ?? 0) - won
        units[b] = (units[b] ?? 0) - 2 + won
        return isFound
      })
    }
    return search(0)
  }
  if (!exists(-1, (isMissed) => isMissed)) return 'clinched'
  return exists(0, (isMissed) => !isMissed) ? 'open' : 'eliminated'
}
