import { describe, expect, it } from 'vitest'
import { NFL_TEAMS } from './nfl-teams.ts'
import { isSleeperPlayer, keyOfSleeperPlayer, sleeperIdOfKey } from './player.ts'

const MAX_INT32 = 2_147_483_647

describe('keys of Sleeper players', () => {
  it.each(['1', '4046', '12508', '999999999'])('contain the ID %s and fit an integer column', (id) => {
    const key = keyOfSleeperPlayer(id) ?? 0
    expect(key).toBeGreaterThan(1_000_000_000)
    expect(key).toBeLessThanOrEqual(MAX_INT32)
    expect(isSleeperPlayer(key)).toBe(true)
    expect(sleeperIdOfKey(key)).toBe(id)
  })

  it.each(['0', '', '007', '-5', '1.5', '1e3', '1234567890', 'XYZ', 'sea', 'ABCD', ' 12'])(
    'do not exist for %j',
    (id) => {
      expect(keyOfSleeperPlayer(id)).toBeNull()
    },
  )

  it.each([
    ['SEA', -16_026],
    ['WAS', -16_028],
    ['JAX', -16_030],
    ['LAR', -16_014],
    ['LV', -16_013],
    ['OAK', -16_013],
    ['SD', -16_024],
    ['STL', -16_014],
  ])("are the provider-neutral keys of a team's defense for %s", (abbrev, key) => {
    expect(keyOfSleeperPlayer(abbrev)).toBe(key)
  })

  it('turn back into the current abbreviation of each team', () => {
    expect(sleeperIdOfKey(-16_013)).toBe('LV')
    expect(sleeperIdOfKey(-16_028)).toBe('WAS')
    for (const { teamId } of NFL_TEAMS) {
      const id = sleeperIdOfKey(-16_000 - teamId) ?? ''
      expect(keyOfSleeperPlayer(id)).toBe(-16_000 - teamId)
    }
  })

  it('are never those of ESPN', () => {
    for (const espnId of [1, 15_847, 4_362_628, -14_001, -15_005, -16_000, -16_031]) {
      expect(isSleeperPlayer(espnId)).toBe(false)
      expect(sleeperIdOfKey(espnId)).toBeNull()
    }
  })
})
