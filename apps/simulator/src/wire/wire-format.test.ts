import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { simulateLeague } from '../league/simulate-league.ts'
import { CAPTURES_FOLDER, HAS_CAPTURES } from '../testing/captures.ts'
import { fieldsOf } from '../testing/fields.ts'
import { leagueBody } from './league-body.ts'
import { nflBody, playersBody } from './nfl-body.ts'

const CAPTURES = [
  'league-18254195/2025/combined',
  'league-18254195/2026/combined',
  'league-18254195/2024/week-08',
  'league-18254195/2024/week-15',
  'league-1446375/2024/week16-live',
  'league-1446375/2023/week1-pregame-scoreboard',
  'league-368876/2018/no-view',
]
const ALL_VIEWS = [
  'mNav',
  'mSettings',
  'mTeam',
  'mRoster',
  'mMatchup',
  'mMatchupScore',
  'mBoxscore',
  'mDraftDetail',
]

describe.skipIf(!HAS_CAPTURES)('the wire format (needs the captures in ../shared/espn/captures)', () => {
  it.each([
    ['before the draft', '2026-05-01T00:00:00Z', ALL_VIEWS],
    ['on a Sunday', '2026-11-22T20:30:00Z', ALL_VIEWS],
    ['in the playoffs', '2026-12-20T20:30:00Z', ALL_VIEWS],
    ['after the season', '2027-02-01T00:00:00Z', ALL_VIEWS],
    ['without a view', '2026-11-22T20:30:00Z', []],
  ])('uses only fields and types of the provider %s', async (_, instant, views) => {
    const known = await fieldsOfCaptures(CAPTURES)
    const season = simulateLeague({ seed: 'harbor', season: 2026 })
    const facts = {
      leagueId: 1,
      previousSeasons: [2025],
      newestSeason: 2026,
      isPrivate: false,
      now: new Date(instant),
    }
    const body = leagueBody(season, facts, { views, period: null, matchupPeriods: null })
    expect([...fieldsOf(body)].filter((field) => !known.has(field))).toEqual([])
  })

  it('uses only fields and types of the history endpoint for an old season', async () => {
    const views = ['mSettings', 'mTeam', 'mMatchupScore', 'mDraftDetail']
    const known = await fieldsOfCaptures(views.map((view) => `league-368876/2015/${view}`))
    const season = simulateLeague({ seed: 'harbor', season: 2015 })
    const facts = {
      leagueId: 1,
      previousSeasons: [2015, 2016],
      newestSeason: 2026,
      isPrivate: true,
      now: new Date('2026-11-22T20:30:00Z'),
    }
    const body = leagueBody(season, facts, { views, period: null, matchupPeriods: null })
    expect([...fieldsOf([body])].filter((field) => !known.has(field))).toEqual([])
  })

  it('uses only fields and types of the provider for NFL teams and players', async () => {
    const { season, nfl, players } = simulateLeague({ seed: 'harbor', season: 2026 })
    const views = ['proTeamSchedules_wl', 'kona_game_state']
    const scheduleFields = await fieldsOfCaptures([
      'season/2024/proTeamSchedules_wl',
      'season/2023/kona_game_state',
    ])
    const playerFields = await fieldsOfCaptures(['season/2023/players_wl'])
    const now = new Date('2026-11-22T20:30:00Z')
    expect(
      [...fieldsOf(nflBody(season, nfl, now, views))].filter((field) => !scheduleFields.has(field)),
    ).toEqual([])
    expect([...fieldsOf(playersBody(players))].filter((field) => !playerFields.has(field))).toEqual([])
  })
})

async function fieldsOfCaptures(names: readonly string[]): Promise<Set<string>> {
  const texts = await Promise.all(
    names.map((name) => readFile(join(CAPTURES_FOLDER, `${name}.json`), 'utf8')),
  )
  return new Set(texts.flatMap((text) => [...fieldsOf(JSON.parse(text))]))
}
