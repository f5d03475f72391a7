import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CAPTURES_SKIP_REASON } from '../testing/captures.ts'
import { fieldsOf } from '../testing/fields.ts'
import {
  HAS_SLEEPER_CAPTURES,
  readSleeperCapture,
  SLEEPER_CAPTURES_FOLDER,
} from '../testing/sleeper-captures.ts'
import { createReader, league, SIMULATED_LEAGUES } from '../testing/sleeper-reader.ts'
import { SHAPED_LEAGUES, type SleeperLeague } from './leagues.ts'

const read = createReader()

if (!HAS_SLEEPER_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => undefined)

describe.runIf(HAS_SLEEPER_CAPTURES)('the wire format', () => {
  const ids = readdirSync(`${SLEEPER_CAPTURES_FOLDER}league`).filter((name) => /^\d+$/.test(name))
  const drafts = readdirSync(`${SLEEPER_CAPTURES_FOLDER}draft`).filter((name) => /^\d+$/.test(name))
  /** Fields whose types the captures do not show, as `api.md` describes them. */
  const DESCRIBED = new Set([
    '.bracket_overrides_id: number',
    '[].owner_id: null',
    '[].draft_order: null',
    '.season_start_date: null',
    '[].is_keeper: boolean',
    '[].settings.waiver_bid: number',
  ])

  it.each([
    ['', ids.map((id) => `league/${id}`)],
    ['/users', ids.map((id) => `league/${id}/users`)],
    ['/rosters', ids.map((id) => `league/${id}/rosters`)],
    ['/matchups/3', ids.flatMap((id) => [3, 15].map((week) => `league/${id}/matchups/${week}`))],
    ['/winners_bracket', ids.map((id) => `league/${id}/winners_bracket`)],
    ['/losers_bracket', ids.map((id) => `league/${id}/losers_bracket`)],
    ['/transactions/2', ids.flatMap((id) => [1, 2, 3, 4].map((week) => `league/${id}/transactions/${week}`))],
    ['/traded_picks', ids.map((id) => `league/${id}/traded_picks`)],
    ['/drafts', ids.map((id) => `league/${id}/drafts`)],
  ])('of league%s has only fields and types of Sleeper', (path, captures) => {
    const known = fieldsOfCaptures(captures)
    const body = SIMULATED_LEAGUES.flatMap((each) => [...fieldsOf(read(league(each, path, 2025)))])
    expect([...new Set(body)].filter((field) => !known.has(field))).toEqual([])
  })

  it('of drafts, picks, users and players has only fields and types of Sleeper', () => {
    const id = read(league(SHAPED_LEAGUES[1] as SleeperLeague)).draft_id
    const checks = [
      [`draft/${id}`, drafts.map((each) => `draft/${each}`)],
      [`draft/${id}/picks`, drafts.map((each) => `draft/${each}/picks`)],
      ['user/adaquill', ['user/750006918302706367']],
      ['state/nfl', ['state/nfl']],
    ] as const
    for (const [path, captures] of checks) {
      const known = fieldsOfCaptures(captures)
      expect([path, [...fieldsOf(read(path))].filter((field) => !known.has(field))]).toEqual([path, []])
    }
  })

  function fieldsOfCaptures(paths: readonly string[]): Set<string> {
    return new Set([...paths.flatMap((path) => [...fieldsOf(readSleeperCapture(path))]), ...DESCRIBED])
  }
})
