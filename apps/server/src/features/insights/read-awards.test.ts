import type { Award } from '@fieldhouse/domain/insights/awards/weekly-awards'
import type { InsightSeason } from '@fieldhouse/domain/insights/season/insight-season'
import { describe, expect, it } from 'vitest'
import { presentWeeklyAwards } from './read-awards.ts'

const WEEKS = 4
const TEAMS = 60

/** A season in which every team wins the same award every week; `onRead` is called whenever one is looked at. */
function tiedSeason(onRead: () => void = () => undefined) {
  const awards = Array.from({ length: WEEKS * TEAMS }, (_, index): Award => {
    const award = { value: 100, gameId: null, player: null, week: 1 + Math.floor(index / TEAMS) }
    return {
      ...award,
      name: 'top_score',
      get teamId() {
        onRead()
        return 1 + (index % TEAMS)
      },
    }
  })
  const stored = {
    schedule: { format: 'points', periods: [1, 2, 3, 4].map((period) => ({ period, weeks: [period] })) },
    regular: { lastPeriod: 4, completedPeriods: 4, games: [], openGames: [{}] },
  } as unknown as InsightSeason
  return { stored, awards, lineupWeeks: new Set<number>() }
}

describe('an award that everybody shares', () => {
  it('has a few of its winners, and says how many there are', () => {
    const { awards } = presentWeeklyAwards(2012, tiedSeason(), 3)
    expect(awards).toHaveLength(20)
    expect(awards[0]).toMatchObject({ team_id: 1, nfl_week: 3, times: 3, shared_by: TEAMS })
  })

  it('takes time in proportion to the awards of the season', () => {
    let reads = 0
    presentWeeklyAwards(
      2012,
      tiedSeason(() => {
        reads += 1
      }),
      4,
    )
    expect(reads).toBeLessThan(5 * WEEKS * TEAMS)
  })
})
