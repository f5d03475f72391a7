import { createHash } from 'node:crypto'
import type { ResponseOf } from '@fieldhouse/contract/operation'
import type { getPlayoffRace, getRaceHistory } from '@fieldhouse/contract/playoff-race'
import type { GamePick } from '@fieldhouse/domain/insights/odds/simulate-season'
import { MIN_WEEKS_FOR_ODDS, type PlayoffRace } from '@fieldhouse/domain/insights/race/playoff-race'
import { playedPeriods } from '@fieldhouse/domain/insights/season/regular-season'
import { boundedCache } from '../../database/engine/bounded-cache.ts'
import type { InsightReader, InsightSeason } from '../../repositories/seasons/insight-reader.ts'
import type { SeasonReader } from '../../repositories/seasons/season-reader.ts'
import { type TaskThread, taskThread, threadProgram } from '../../threads/task-thread.ts'
import { hasRace, presentRace, presentRaceHistory } from './present-race.ts'
import { type RaceInput, storedThrough, toRaceInput } from './race-input.ts'

/** Computes playoff races in another thread. */
export type RaceThread = TaskThread<RaceInput, PlayoffRace>

export const raceThread = (): RaceThread => taskThread(threadProgram('race-thread', import.meta.url))

/** The playoff races of seasons. The methods return null if too many others are being computed. */
export interface RaceReader {
  /** @param season null for the current one */
  getRace(
    leagueId: number,
    season: number | null,
    picks?: readonly GamePick[],
  ): Promise<ResponseOf<typeof getPlayoffRace> | null>
  getHistory(leagueId: number, season: number | null): Promise<ResponseOf<typeof getRaceHistory> | null>
  /** The races after each completed week, oldest first; empty without odds. */
  listWeeks(leagueId: number, season: number): Promise<WeekRace[] | null>
  /** The races after some of the completed weeks. Weeks without odds are left out. */
  listAfter(leagueId: number, season: number, weeks: readonly number[]): Promise<WeekRace[] | null>
}

export type WeekRace = { week: number; race: PlayoffRace }

export type RaceReaderOptions = {
  seasons: Pick<SeasonReader, 'getCurrentSeason'>
  insights: InsightReader
  races: RaceThread
  now: () => Date
}

/** About 20 KB each, so at most 16 MB. */
const MAX_REMEMBERED = 800

export function raceReader({ seasons, insights, races, now }: RaceReaderOptions): RaceReader {
  const compute = rememberRaces(races)

  async function findSeason(leagueId: number, requested: number | null) {
    const season = requested ?? (await seasons.getCurrentSeason(leagueId, now()))
    return { season, stored: await insights.findSeason(leagueId, season) }
  }

  /** The races after the completed weeks, one after the other, so that others need not wait for all of them. */
  async function computeWeeks(
    season: number,
    stored: InsightSeason,
    isWanted: (week: number) => boolean = () => true,
  ) {
    const weeks: WeekRace[] = []
    for (const week of playedPeriods(stored.regular).slice(MIN_WEEKS_FOR_ODDS - 1)) {
      if (!isWanted(week)) continue
      const race = await compute(toRaceInput(season, storedThrough(stored, week)))
      if (race === null) return null
      weeks.push({ week, race })
    }
    return weeks
  }

  return {
    async getRace(leagueId, requested, picks = []) {
      const { season, stored } = await findSeason(leagueId, requested)
      if (!hasRace(season, stored)) return presentRace(season, stored, null)
      const race = await compute(toRaceInput(season, stored, picks))
      return race === null ? null : presentRace(season, stored, race)
    },

    async getHistory(leagueId, requested) {
      const { season, stored } = await findSeason(leagueId, requested)
      if (!hasRace(season, stored)) return presentRaceHistory(season, stored, null, [])
      const race = await compute(toRaceInput(season, stored))
      if (race === null) return null
      const hasOdds = race.teams.some(({ odds }) => odds !== null)
      const weeks = hasOdds ? await computeWeeks(season, stored) : []
      return weeks === null ? null : presentRaceHistory(season, stored, race, weeks)
    },

    async listWeeks(leagueId, season) {
      const stored = await insights.findSeason(leagueId, season)
      return hasRace(season, stored) ? computeWeeks(season, stored) : []
    },

    async listAfter(leagueId, season, wanted) {
      const stored = await insights.findSeason(leagueId, season)
      if (!hasRace(season, stored)) return []
      return computeWeeks(season, stored, (week) => wanted.includes(week))
    },
  }
}

/**
 * Computes each race once. The key is a hash of the input, so weeks that are over are not computed again when the
 * league changes, and requests at the same time share a result.
 */
function rememberRaces(races: RaceThread): (input: RaceInput) => Promise<PlayoffRace | null> {
  const remembered = boundedCache<Promise<PlayoffRace | null>>(MAX_REMEMBERED, () => 1)
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
