import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildSeason, buildTeam } from '../testing/season-fixture.ts'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../testing/start-app.ts'

const LOGO = 'http://g.espncdn.com/logo.svg'
/** The color of the pictures of the test app. */
const RED = '#c8102e'

let testApp: TestApp
let admin: TestClient
beforeEach(async () => {
  testApp = await startApp()
  admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  testApp.provider.read = ({ season }) =>
    buildSeason({
      season,
      teams: [buildTeam({ teamId: 1, logo: LOGO }), buildTeam({ teamId: 2 }), buildTeam({ teamId: 3 })],
    })
  await admin.post('/api/refresh-espn/', { name: 'Harbour' })
})
afterEach(() => testApp.close())

const listTeams = async () => {
  const { body } = await admin.get('/api/league/Harbour/standings/')
  return body.standings as { team_id: number; logo: string | null; color: string }[]
}
const colorOf = async (teamId: number) => (await listTeams()).find((team) => team.team_id === teamId)?.color

it('gives each team a color of its own', async () => {
  const colors = (await listTeams()).map(({ color }) => color)
  expect(new Set(colors).size).toBe(3)
  for (const color of colors) expect(color).toMatch(/^#[0-9a-f]{6}$/)
})

it('uses the color of a logo once somebody has seen the logo', async () => {
  expect(await colorOf(1)).not.toBe(RED)
  const logo = (await listTeams()).find((team) => team.team_id === 1)?.logo ?? ''
  expect((await testApp.client().get(logo)).status).toBe(200)
  expect(await colorOf(1)).toBe(RED)
  expect((await admin.get('/api/league/Harbour/teams/')).body.teams[0]).toMatchObject({ color: RED })
})

it("gives owners the colors of their newest teams, also once a logo's color is known", async () => {
  const listOwners = async () => {
    const { people, seasons } = (await admin.get('/api/league/Harbour/history/')).body
    return seasons
      .at(-1)
      .standings.map(({ team_id, owner }: { team_id: number; owner: string }) => [
        team_id,
        people.find((person: { owner: string }) => person.owner === owner)?.color,
      ])
  }
  const listColors = async () => (await listTeams()).map(({ team_id, color }) => [team_id, color])
  testApp.provider.read = ({ season }) =>
    buildSeason({
      season,
      members: ['a', 'b'].map((memberId) => ({
        memberId,
        name: memberId,
        isManager: false,
        isCreator: false,
      })),
      teams: ['a', 'b'].map((owner, index) =>
        buildTeam({
          teamId: index + 1,
          logo: index === 0 ? LOGO : null,
          ownerIds: [owner],
          primaryOwnerId: owner,
        }),
      ),
    })
  await admin.post('/api/refresh-espn/', { name: 'Harbour' })
  expect(new Map(await listOwners())).toEqual(new Map((await listColors()) as [number, string][]))
  const logo = (await listTeams()).find((team) => team.team_id === 1)?.logo ?? ''
  expect((await testApp.client().get(logo)).status).toBe(200)
  expect(new Map(await listOwners()).get(1)).toBe(RED)
  expect(new Map(await listOwners())).toEqual(new Map((await listColors()) as [number, string][]))
})

it('stores no color of a logo that no team has any more', async () => {
  const logo = (await listTeams()).find((team) => team.team_id === 1)?.logo ?? ''
  testApp.provider.read = ({ season }) =>
    buildSeason({ season, teams: [1, 2, 3].map((teamId) => buildTeam({ teamId })) })
  await admin.post('/api/refresh-espn/', { name: 'Harbour' })
  expect((await testApp.client().get(logo)).status).toBe(200)
  expect(await testApp.db.selectFrom('logo_colors').selectAll().execute()).toEqual([])
})
