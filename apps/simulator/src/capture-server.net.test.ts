import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type CaptureServerOptions, startCaptureServer } from './capture-server.ts'
import { CAPTURES_FOLDER, HAS_CAPTURES } from './testing/captures.ts'

const SEASON_2024 = 'seasons/2024/segments/0/leagues/18254195'
const SKIP_REASON = 'needs the captures next to the repository, in ../shared/espn/captures'

it('rejects a missing folder and names it', async () => {
  const start = startCaptureServer({ folder: '/nowhere/at/all' })
  await expect(start).rejects.toThrow('Folder /nowhere/at/all not found.')
})

it('rejects a folder without leagues', async () => {
  const start = startCaptureServer({ folder: import.meta.dirname })
  await expect(start).rejects.toThrow(`No league-<number> folder found in ${import.meta.dirname}.`)
})

describe.skipIf(!HAS_CAPTURES)(`the capture server (${SKIP_REASON})`, () => {
  it.each([
    [`${SEASON_2024}?scoringPeriodId=8&view=mScoreboard&view=mMatchupScore`, 'league-18254195/2024/week-08'],
    [`${SEASON_2024}?view=mTeam&view=mSettings`, 'league-18254195/2024/combined'],
    [`${SEASON_2024}?view=mTransactions2&scoringPeriodId=10`, 'league-18254195/2024/transactions-period-10'],
    ['leagueHistory/368876?seasonId=2015&view=mTeam', 'league-368876/2015/mTeam'],
    ['seasons/2018/segments/0/leagues/368876', 'league-368876/2018/no-view'],
    ['seasons/2018/segments/0/leagues/368876?view=mMatchup', 'league-368876/2018/mMatchupScore'],
    [
      'seasons/2020/segments/0/leagues/1178049/communication/?view=kona_league_communication',
      'league-1178049/2020/kona_league_communication',
    ],
    ['seasons/2024?view=proTeamSchedules_wl', 'season/2024/proTeamSchedules_wl'],
    ['seasons/2023?view=kona_game_state', 'season/2023/kona_game_state'],
    ['seasons/2023/players?scoringPeriodId=0&view=players_wl', 'season/2023/players_wl'],
  ])('returns the captured bytes for %s', async (request, file) => {
    const { status, text } = await sendRequest(request)
    expect(status).toBe(200)
    expect(text).toBe(await readFile(join(CAPTURES_FOLDER, `${file}.json`), 'utf8'))
  })

  it('merges the views of a season, with brackets from weeks and standings from the season', async () => {
    const { league } = await sendRequest(
      `${SEASON_2024}?view=mSettings&view=mTeam&view=mMatchupScore&view=mMatchup`,
    )
    expect(league.schedule).toHaveLength(86)
    expect(league.schedule.filter((game) => game.playoffTierType === 'WINNERS_BRACKET')).toHaveLength(7)
    expect(league.schedule.some((game) => 'rosterForCurrentScoringPeriod' in game.home)).toBe(false)
    expect(league.teams.map((team) => team.rankCalculatedFinal).sort((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ])
    expect(league.settings.name).not.toBe('')
  })

  it('returns the requested week with only its lineups', async () => {
    const request = `${SEASON_2024}?view=mTeam&view=mMatchupScore&view=mBoxscore&scoringPeriodId=3`
    const { league } = await sendRequest(request)
    const withLineups = league.schedule.filter((game) => 'rosterForCurrentScoringPeriod' in game.home)
    expect(league.scoringPeriodId).toBe(3)
    expect(withLineups.map((game) => game.matchupPeriodId)).toEqual([3, 3, 3, 3, 3])
    expect(league.teams[0]).not.toHaveProperty('roster')
  })

  it('wraps a season in an array for the history endpoint', async () => {
    const { json } = await sendRequest('leagueHistory/18254195?seasonId=2024&view=mTeam')
    expect(json).toMatchObject([{ id: 18254195, seasonId: 2024 }])
  })

  it('merges the history views of an old season in one array', async () => {
    const { json } = await sendRequest(
      'leagueHistory/368876?seasonId=2015&view=mTeam&view=mSettings&view=mMatchupScore',
    )
    expect(json).toMatchObject([{ seasonId: 2015, settings: { size: 8 } }])
    expect((json as [League])[0].schedule).toHaveLength(65)
  })

  it('returns every season of a league from the history endpoint without a season ID', async () => {
    const { json } = await sendRequest('leagueHistory/368876?view=mSettings')
    expect((json as League[]).map((season) => season.seasonId)).toEqual([2015, 2018])
  })

  it.each([
    ['an unknown league', 'seasons/2024/segments/0/leagues/4?view=mTeam'],
    ['an unknown season', 'seasons/2012/segments/0/leagues/18254195?view=mTeam'],
    ['an unknown season of the history endpoint', 'leagueHistory/18254195?seasonId=2012'],
    ['an old season on the season endpoint', 'seasons/2015/segments/0/leagues/368876?view=mTeam'],
    ['a season with only captured activity', 'seasons/2019/segments/0/leagues/368876?view=mTeam'],
    ['an unknown year', 'seasons/2011?view=kona_game_state'],
    ['an unknown path', 'seasons/2024/trades'],
  ])("returns 404 in ESPN's error format for %s", async (_, request) => {
    const { status, json } = await sendRequest(request)
    expect(status).toBe(404)
    expect(json).toMatchObject({ messages: [expect.any(String)], details: [{ type: 'GENERAL_NOT_FOUND' }] })
  })

  it('returns 404 for missing recent activity', async () => {
    const { status, text } = await sendRequest(`${SEASON_2024}/communication/?view=kona_league_communication`)
    expect(status).toBe(404)
    expect(text).toBe(await readFile(join(CAPTURES_FOLDER, 'errors/404-communication-group.json'), 'utf8'))
  })

  it('serves the latest snapshot of a season, with all captured games', async () => {
    const { league } = await sendRequest(
      'seasons/2023/segments/0/leagues/1446375?view=mTeam&view=mMatchupScore',
    )
    expect([league.teams.length, league.schedule.length]).toEqual([10, 65])
  })

  it.each([
    ['the path prefix', {}, '/at/predraft-scoreboard'],
    ['the option', { snapshot: 'predraft-scoreboard' }, ''],
  ])('serves the snapshot selected by %s', async (_, options, prefix) => {
    const { league } = await sendRequest(
      'seasons/2023/segments/0/leagues/1446375?view=mTeam&view=mMatchupScore',
      options,
      prefix,
    )
    expect([league.teams.length, league.schedule.length]).toEqual([14, 7])
  })

  it('rejects an unknown snapshot in the option and in the path', async () => {
    const start = startCaptureServer({ folder: CAPTURES_FOLDER, snapshot: 'week99' })
    await expect(start).rejects.toThrow('Capture week99 not found')
    expect((await sendRequest(SEASON_2024, {}, '/at/week99')).status).toBe(404)
  })

  it('builds the default body from captures with more fields', async () => {
    const { league } = await sendRequest('seasons/2024/segments/0/leagues/1446375')
    expect(Object.keys(league.members[0] ?? {}).sort()).toEqual(['displayName', 'id', 'isLeagueManager'])
    expect(league).not.toHaveProperty('schedule')
  })

  it('filters the schedule by the filter header', async () => {
    const filter = '{"schedule":{"filterMatchupPeriodIds":{"value":[8]}}}'
    const { league } = await sendRequest(`${SEASON_2024}?view=mMatchup`, {}, '', {
      'x-fantasy-filter': filter,
    })
    expect(league.schedule.map((game) => game.matchupPeriodId)).toEqual([8, 8, 8, 8, 8])
  })

  it.each([
    ['20230905-20230912', 16],
    ['20230912-20230919', 0],
  ])('returns the games of the dates %s', async (dates, count) => {
    const { json } = await sendRequest(
      `/apis/fantasy/v2/games/ffl/games?useMap=true&dates=${dates}&pbpOnly=true`,
    )
    expect((json as { events: unknown[] }).events).toHaveLength(count)
  })

  it('returns 405 for a POST request', async () => {
    const { status } = await sendRequest(SEASON_2024, {}, '', {}, 'POST')
    expect(status).toBe(405)
  })
})

type League = {
  seasonId: number
  scoringPeriodId: number
  settings: { name: string }
  members: object[]
  teams: { rankCalculatedFinal: number }[]
  schedule: { matchupPeriodId: number; playoffTierType?: string; home: object }[]
}

async function sendRequest(
  request: string,
  options: Partial<CaptureServerOptions> = {},
  prefix = '',
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; text: string; json: unknown; league: League }> {
  const server = await startCaptureServer({ folder: CAPTURES_FOLDER, ...options })
  onTestFinished(() => server.close())
  const path = request.startsWith('/') ? request : `${prefix}/apis/v3/games/ffl/${request}`
  const response = await fetch(`${server.url}${path}`, { headers, method })
  const text = await response.text()
  const json = JSON.parse(text) as unknown
  return { status: response.status, text, json, league: json as League }
}
