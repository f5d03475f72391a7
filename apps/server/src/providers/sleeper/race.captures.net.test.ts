import { countByes } from '@fieldhouse/domain/insights/odds/simulate-season'
import { certaintyOfTeams, toOpenRace } from '@fieldhouse/domain/insights/race/playoff-race'
import { luckOfTeams } from '@fieldhouse/domain/insights/season/luck'
import { seasonThrough, toRegularSeason } from '@fieldhouse/domain/insights/season/regular-season'
import { CAPTURES_SKIP_REASON } from '@fieldhouse/simulator/testing/captures'
import { HAS_SLEEPER_CAPTURES } from '@fieldhouse/simulator/testing/sleeper-captures'
import { describe, expect, it } from 'vitest'
import { capturedSeason } from './testing/captured-season.ts'

function regularSeasonOf(leagueId: string) {
  const season = capturedSeason(leagueId)
  const { periods, regularSeasonPeriods, playoffTeams } = season.calendar
  const hasMedianGame = season.hasMedianGame ?? false
  const regular = toRegularSeason({ ...season, periods, regularSeasonPeriods, hasMedianGame })
  const places = playoffTeams ?? 0
  return { regular, rules: { places, byes: countByes(places), divisions: null } }
}

if (!HAS_SLEEPER_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => undefined)

describe.runIf(HAS_SLEEPER_CAPTURES)('the races of recorded seasons of Sleeper', () => {
  it.each([
    ['Fantasy 101 2021', '726144978962747392', 12, [1, 6, 7, 10], [2]],
    ['Fantasy 101 2020', '596553726760632320', 11, [2], [3, 8]],
    ['Pioneer 2021', '733501008587657216', 12, [], [1, 6]],
    ['Pioneer 2023', '933782968236191744', 12, [2, 5, 7, 9, 10], [1, 8]],
    ['Pioneer 2023', '933782968236191744', 13, [2, 5, 7, 9, 10], [1, 8, 11]],
    ['DLP 2020', '521379020332068864', 11, [1], [2, 3, 5, 8, 10, 12]],
    ['DLP 2020', '521379020332068864', 10, [], [2, 3, 8, 12]],
    ['Fantasy 101 2023', '994041566085910528', 11, [], [2]],
  ])('%s (%s) after week %d has %j in and %j out', (_, leagueId, week, inTeams, outTeams) => {
    const { regular, rules } = regularSeasonOf(leagueId)
    const certainty = certaintyOfTeams(toOpenRace(seasonThrough(regular, week)).race, rules, null)
    const teams = (place: 'clinched' | 'eliminated') =>
      regular.teams.filter((__, index) => certainty[index]?.place === place).map(({ teamId }) => teamId)
    expect([teams('clinched'), teams('eliminated')]).toEqual([inTeams, outTeams])
  })

  it('Pioneer 2023 has the expected all-play records and luck', () => {
    const { regular } = regularSeasonOf('933782968236191744')
    const luck = luckOfTeams(regular).map(({ teamId, allPlay, luck: value }) => [
      teamId,
      `${allPlay.wins}-${allPlay.losses}`,
      value.toFixed(6),
    ])
    expect(luck).toEqual([
      [1, '56-98', '-1.090909'],
      [2, '101-53', '0.818182'],
      [3, '84-70', '-1.636364'],
      [4, '65-89', '0.090909'],
      [5, '86-68', '2.181818'],
      [6, '84-70', '-0.636364'],
      [7, '90-64', '2.818182'],
      [8, '40-114', '-0.636364'],
      [9, '86-68', '1.181818'],
      [10, '102-52', '-0.272727'],
      [11, '46-108', '-0.181818'],
      [12, '84-70', '-2.636364'],
    ])
  })
})
