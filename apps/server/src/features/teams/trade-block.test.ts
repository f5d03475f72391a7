import { expect, it, onTestFinished } from 'vitest'
import { translateSeason } from '../../providers/espn/season.ts'
import { buildBody, buildTeam, REQUESTED } from '../../providers/espn/testing/bodies.ts'
import { storeWeek } from '../../testing/store-week.ts'
import { buildCurrentSeason, createTwoSeasons } from '../../testing/two-seasons-fixture.ts'
import { buildLineup, buildPlayer, buildWeek } from '../../testing/week-fixture.ts'

const BLOCK = '/api/league/Harbour/trade-block/'
const OWN = '/api/league/Harbour/me/trade-block/'

// The player has team 1 with the Bears and player 12, team 3 has player 11.
async function createLeague() {
  const league = await createTwoSeasons()
  onTestFinished(() => league.testApp.close())
  const read = async (client = league.player) => {
    const { status, body } = await client.get(BLOCK)
    expect(status).toBe(200)
    return body
  }
  const offer = (body: object, client = league.player) => client.post(OWN, { note: '', ...body })
  const marksOf = async (client = league.player) =>
    (await read(client)).teams.map((team: { team_id: number; players: Record<string, unknown>[] }) => [
      team.team_id,
      team.players.map(({ espn_id, status, note, marked_by }) => [espn_id, status, note, marked_by]),
    ])
  return { ...league, read, offer, marksOf }
}

it('shows everyone what a manager offers, with a note that can be changed, until it is taken back', async () => {
  const { admin, read, offer, marksOf } = await createLeague()
  expect(await read()).toMatchObject({
    season: 2026,
    is_finished: false,
    my_team_id: 1,
    my_players: [{ espn_id: -16_003 }, { espn_id: 12, player: expect.any(String) }],
    teams: [],
  })
  expect(await read(admin)).toMatchObject({ my_team_id: null, my_players: [] })
  const { status, body } = await offer({ espn_id: 12, note: '  for a running back ' })
  expect([status, body.message]).toEqual([200, expect.stringMatching(/ is on the trade block\.$/)])
  const offered = [[1, [[12, 'offered', 'for a running back', 'manager']]]]
  expect([await marksOf(), await marksOf(admin)]).toEqual([offered, offered])
  await offer({ espn_id: 12, note: 'for anybody' })
  expect(await marksOf()).toEqual([[1, [[12, 'offered', 'for anybody', 'manager']]]])
  await offer({ espn_id: 12, note: null })
  expect(await marksOf(admin)).toEqual([])
})

it('accepts only players of the own team, and short notes', async () => {
  const { admin, offer, marksOf } = await createLeague()
  const attempts = [
    await offer({ espn_id: 11 }),
    await offer({ espn_id: 12 }, admin),
    await offer({ espn_id: 12, note: 'x'.repeat(141) }),
  ]
  expect(attempts.map(({ status, body }) => [status, body.code])).toEqual([
    [404, 'player_not_found'],
    [404, 'team_not_found'],
    [400, 'invalid_input'],
  ])
  expect(await marksOf()).toEqual([])
  expect((await offer({ espn_id: 12, note: 'x'.repeat(140) })).status).toBe(200)
})

it('forgets players who leave the team, and the offers of a manager who has another one', async () => {
  const { testApp, admin, leagueId, offer, marksOf } = await createLeague()
  await offer({ espn_id: 12 })
  await offer({ espn_id: -16_003, note: 'for a defense' })
  const lineups = [buildLineup(1, [buildPlayer({ playerId: -16_003, name: 'Bears D/ST' })])]
  await storeWeek(testApp.db, leagueId, buildWeek({ week: 3, lineups }))
  expect(await marksOf()).toEqual([[1, [[-16_003, 'offered', 'for a defense', 'manager']]]])
  await admin.post('/api/league/Harbour/assign-team/', { league_team_id: 3, username: 'player' })
  expect(await marksOf()).toEqual([])
})

it("adds what the provider says of the newest season, behind the manager's word", async () => {
  const { testApp, admin, offer, marksOf } = await createLeague()
  const season = buildCurrentSeason()
  const blocks: Record<number, (typeof season.teams)[number]['tradeBlock']> = {
    1: { 12: 'untouchable', 99: 'offered' },
    3: { 11: 'offered' },
  }
  const teams = season.teams.map((team) => ({ ...team, tradeBlock: blocks[team.teamId] ?? {} }))
  testApp.provider.read = () => ({ ...season, teams })
  await admin.post('/api/refresh-espn/', { name: 'Harbour', season: 2026 })
  expect(await marksOf()).toEqual([
    [1, [[12, 'untouchable', '', 'provider']]],
    [3, [[11, 'offered', '', 'provider']]],
  ])
  await offer({ espn_id: 12, note: 'for two first rounds' })
  expect((await marksOf())[0]).toEqual([1, [[12, 'offered', 'for two first rounds', 'manager']]])
})

it("reads the trade block of ESPN's teams", () => {
  const block = { 4258595: 'ON_THE_BLOCK', 4612826: 'UNTOUCHABLE', 7: 'SOMETHING_NEW', x: 'ON_THE_BLOCK' }
  const teams = [
    buildTeam({ id: 1, tradeBlock: { comment: '', players: block } }),
    buildTeam({ id: 2, tradeBlock: { comment: '' } }),
    buildTeam({ id: 3, tradeBlock: 'none' }),
  ]
  const read = translateSeason([buildBody({ teams })], REQUESTED).teams.map(({ tradeBlock }) => tradeBlock)
  expect(read).toEqual([{ 4258595: 'offered', 4612826: 'untouchable' }, undefined, undefined])
})
