import { createServer } from 'node:http'
import { loadavg } from 'node:os'
import { luckOfTeams } from '@fieldhouse/domain/insights/season/all-play'
import { seasonThrough } from '@fieldhouse/domain/insights/season/regular-season'
import autocannon from 'autocannon'
import type { RaceInput } from '../../apps/server/src/features/insights/race-input.ts'
import { raceThread } from '../../apps/server/src/features/insights/race-reader.ts'
import { buildSeason, WEEKS } from './race-season.ts'
import { median } from './table.ts'

const LEAGUES = 20
const OPEN_WEEKS = 6
const ROUNDS = 5
/** Far below what a core can answer, so that the latency is not that of a queue. */
const LOAD = { connections: 10, overallRate: 200, duration: 4, workers: 1 } as const

/**
 * Measures how long other requests of a process take while its thread computes the odds of leagues, one after the
 * other, and without that. Each request computes and serializes the luck of a league.
 */
async function measureRaceThread(): Promise<void> {
  const inputs = Array.from({ length: LEAGUES }, (_, league) => toInput(league + 1))
  const season = buildSeason(12, 1)
  /** The same leagues again and again. */
  async function computeUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) await computeAll(inputs)
  }
  const server = createServer((_, response) => response.end(JSON.stringify(luckOfTeams(season))))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const races = raceThread()
  const computeAll = (leagues: RaceInput[]) => Promise.all(leagues.map((input) => races.run(input)))
  const measured: { p50: number; p99: number; isComputing: boolean }[] = []
  // Both are compiled before.
  await Promise.all([autocannon({ url, ...LOAD, duration: 2 }), computeAll(inputs.slice(0, 4))])
  for (let round = 0; round < ROUNDS; round += 1)
    for (const isComputing of [false, true]) {
      const state = { isLoaded: true }
      const load = Promise.resolve(autocannon({ url, ...LOAD })).finally(() => {
        state.isLoaded = false
      })
      if (isComputing) await computeUntil(() => !state.isLoaded)
      const { latency, errors, non2xx } = await load
      if (errors + non2xx > 0) throw new Error(`${errors} errors, ${non2xx} unexpected responses`)
      measured.push({ p50: latency.p50, p99: latency.p99, isComputing })
    }
  await races.close()
  server.close()
  for (const isComputing of [false, true]) {
    const own = measured.filter((each) => each.isComputing === isComputing)
    const medianOf = (name: 'p50' | 'p99') => median(own.map((each) => each[name]))
    console.log(
      JSON.stringify({ isComputing, p50: medianOf('p50'), p99: medianOf('p99'), load: loadavg()[0] }),
    )
  }
}

function toInput(league: number): RaceInput {
  const season = seasonThrough(buildSeason(12, league), WEEKS - OPEN_WEEKS)
  return {
    season,
    options: {
      rules: {
        seeding: { tieBreaker: 'points_for', divisions: null },
        playoffs: { places: 6, roundWeeks: [1, 1, 1], isReseeded: false, knownRounds: [] },
      },
      runs: 10_000,
      seedText: `bench/${league}`,
      names: new Map(season.teams.map(({ teamId }) => [teamId, `Team ${teamId}`])),
    },
  }
}

await measureRaceThread()
