import { type Points, ZERO_POINTS } from '@fieldhouse/domain/points'
import { withEstimates } from '@fieldhouse/domain/rosters/expected-points'
import type { TeamLineup } from '@fieldhouse/domain/rosters/lineup'
import { winProbability } from '@fieldhouse/domain/rosters/matchup'
import { isDecided, type LeagueSeason } from '@fieldhouse/domain/seasons/season'
import { CAPTURES_SKIP_REASON, HAS_CAPTURES, readCapture } from '@fieldhouse/simulator/testing/captures'
import { HAS_SLEEPER_CAPTURES, readSleeperCapture } from '@fieldhouse/simulator/testing/sleeper-captures'
import { describe, expect, it } from 'vitest'
import { translateWeek as translateEspnWeek } from './espn/archive.ts'
import { translateSeason } from './espn/season.ts'
import { translateWeek } from './sleeper/archive.ts'
import { readPlayers } from './sleeper/bodies.ts'
import { describePlayer } from './sleeper/players.ts'
import { capturedBodies, capturedSeason } from './sleeper/testing/captured-season.ts'

/** Finished seasons with the lineups of every week. */
const SLEEPER_SEASONS = [
  '792314138780090368',
  '918335334096846848',
  '733501008587657216',
  '785654147902001152',
  '933782968236191744',
  '1101993137708380160',
  '1230537737975631872',
  '596553726760632320',
  '726144978962747392',
  '862818439088189440',
  '994041566085910528',
  '1124822672346198016',
  '1257436698095136768',
  '1128059523031220224',
  '394148223893188608',
  '515624360016109568',
  '650040105834221568',
  '787506053142216704',
  '521379020332068864',
]

/** A forecast before kickoff for the favorite, and whether it won: 1, 0, or 0.5 for a tie. */
type Forecast = { predicted: number; happened: number }

type Week = { week: number; lineups: TeamLineup[] }

/** What is expected of each team before the games of a week. */
type Forecaster = (week: Week, earlier: readonly Week[]) => readonly TeamLineup[]

/** The decided games of one NFL week, from the second stored week on. */
function forecastGames(season: LeagueSeason, weeks: readonly Week[], expect: Forecaster): Forecast[] {
  return weeks.flatMap((current) => {
    const earlier = weeks.filter(({ week }) => week < current.week)
    const period = season.calendar.periods.find(
      ({ weeks: [week, ...others] }) => week === current.week && others.length === 0,
    )?.period
    if (earlier.length === 0 || period === undefined) return []
    const lineups = expect(current, earlier)
    const expectedOf = (teamId: number) =>
      lineups.find((each) => each.teamId === teamId)?.projectedPoints ?? null
    return season.games.flatMap(({ home, away, result, ...game }) => {
      if (away === null || game.period !== period || !isDecided(result)) return []
      const [a, b] = [expectedOf(home.teamId), expectedOf(away.teamId)]
      if (a === null || b === null) return []
      const predicted = winProbability(outlook(a), outlook(b)) ?? 0.5
      const happened = result === 'tie' ? 0.5 : Number(result === 'home')
      return predicted >= 0.5
        ? [{ predicted, happened }]
        : [{ predicted: 1 - predicted, happened: 1 - happened }]
    })
  })
}

const outlook = (remaining: Points) => ({ scored: ZERO_POINTS, remaining })

const estimate: Forecaster = ({ lineups }, earlier) =>
  withEstimates({ lineups: lineups.map(beforeKickoff), earlier, nflWeek: null, isBestBall: false })

function beforeKickoff(lineup: TeamLineup): TeamLineup {
  const entries = lineup.entries.map((entry) => ({ ...entry, points: null, projectedPoints: null }))
  return { ...lineup, entries, points: ZERO_POINTS, projectedPoints: null }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

const brier = (forecasts: readonly Forecast[]) =>
  mean(forecasts.map(({ predicted, happened }) => (predicted - happened) ** 2))

/** The favorites by ten percent: their number, what was predicted of them and what happened. */
function calibration(forecasts: readonly Forecast[]): [games: number, predicted: number, happened: number][] {
  return [0.5, 0.6, 0.7, 0.8, 0.9].flatMap((low) => {
    const own = forecasts.filter(({ predicted }) => predicted >= low && predicted < low + 0.1)
    if (own.length === 0) return []
    return [[own.length, mean(own.map((each) => each.predicted)), mean(own.map((each) => each.happened))]]
  })
}

function sleeperForecasts(): Forecast[] {
  const players = new Map(
    [...readPlayers(readSleeperCapture('players/nfl'))].flatMap(([id, entry]) => {
      const player = describePlayer(entry)
      return player === null ? [] : [[id, player] as const]
    }),
  )
  return SLEEPER_SEASONS.flatMap((leagueId) => {
    const { league, weeks } = capturedBodies(leagueId)
    const context = { leagueId, league, players, isScored: true, reserve: null }
    const lineups = weeks.map(({ week, rows }) => translateWeek(rows, { ...context, week }))
    return forecastGames(capturedSeason(leagueId), lineups, estimate)
  })
}

function espnSeason() {
  const identity = { leagueId: '18254195', season: 2024 }
  const read = (name: string) => readCapture(`league-18254195/2024/${name}.json`)
  const weeks = Array.from({ length: 17 }, (_, index) => index + 1).map((week) =>
    translateEspnWeek(read(`week-${String(week).padStart(2, '0')}`), { ...identity, week }),
  )
  return { season: translateSeason([read('combined')], identity), weeks }
}

if (!HAS_SLEEPER_CAPTURES || !HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => {})

// Source of the bounds: Analytics, 17.1.
describe.runIf(HAS_SLEEPER_CAPTURES && HAS_CAPTURES)("estimates from a league's own scores", () => {
  it('are calibrated on the recorded seasons of Sleeper', () => {
    const forecasts = sleeperForecasts()
    expect(forecasts.length).toBeGreaterThan(1500)
    expect(brier(forecasts)).toBeLessThan(0.24)
    for (const [games, predicted, happened] of calibration(forecasts)) {
      const standardError = Math.sqrt((predicted * (1 - predicted)) / games)
      expect(Math.abs(predicted - happened)).toBeLessThan(Math.max(0.05, 2 * standardError))
    }
  })

  it("are nearly as good as ESPN's projections", () => {
    const { season, weeks } = espnSeason()
    const [estimated, projected] = [estimate, ({ lineups }: Week) => lineups].map((forecaster) =>
      forecastGames(season, weeks, forecaster),
    )
    expect(estimated?.length).toBe(projected?.length)
    expect(brier(estimated ?? [])).toBeLessThan(brier(projected ?? []) + 0.01)
  })
})
