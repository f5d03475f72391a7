import { afterEach, beforeEach, expect, it } from 'vitest'
import { espnAt } from '../../providers/espn/espn.ts'
import { LEAGUE_NAME } from '../../providers/simulated/cast.ts'
import {
  type SimulatedProvider,
  startSimulatedProvider,
} from '../../providers/simulated/simulated-provider.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp } from '../../testing/start-app.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE, furnish } from './furnish.ts'

let provider: SimulatedProvider
let world: TestApp
beforeEach(async () => {
  provider = await startSimulatedProvider({ seed: 1, now: () => SUNDAY, pastSeasons: 14 })
  world = await startApp(
    {},
    { provider: espnAt({ address: provider.url, userAgent: 'Tests/1.0 (+https://tests.example)' }) },
  )
})
afterEach(async () => {
  await world.close()
  await provider.close()
})

const furnished = (isInUse = false, seasons = [2024, 2025, 2026]) =>
  furnish({
    app: world.app,
    adminCode: ADMIN_CODE,
    providerLeagueId: provider.leagueId,
    seasons,
    isInUse,
  })

it('fills the site with a league that everybody of the cast can open', async () => {
  await furnished()
  for (const { username } of DEMO_PEOPLE) {
    const person = world.visitor()
    expect((await person.post('/api/login/', { username, password: DEMO_PASSWORD })).status).toBe(200)
    const { leagues } = (await person.get(`/api/user-leagues/${username}/`)).body
    expect(leagues).toHaveLength(1)
    const table = await person.get(`/api/league/${encodeURIComponent(leagues[0].name)}/standings/`)
    expect(table.body).toMatchObject({ season: 2026, last_error: null })
    expect(table.body.standings).toHaveLength(12)
    expect(leagues[0].team === null).toBe(username === 'nell')
  }
})

it('has every season of the league, whatever its size', async () => {
  await furnished(
    false,
    Array.from({ length: 15 }, (_, index) => 2012 + index),
  )
  const greta = world.visitor()
  await greta.post('/api/login/', { username: 'greta', password: DEMO_PASSWORD })
  const url = `/api/league/${encodeURIComponent(LEAGUE_NAME)}/standings/`
  const sizes: number[] = []
  for (const season of [2012, 2014, 2017, 2020, 2026]) {
    const { body } = await greta.get(`${url}?season=${season}`)
    expect(body).toMatchObject({ season, last_error: null })
    sizes.push(body.standings.length)
  }
  expect(sizes).toEqual([8, 10, 12, 12, 12])
})

it('changes nothing of a site that is furnished already', async () => {
  await furnished()
  await furnished(true)
  expect(await world.db.selectFrom('users').selectAll().execute()).toHaveLength(DEMO_PEOPLE.length)
  expect(await world.db.selectFrom('leagues').selectAll().execute()).toHaveLength(1)
})

it('leaves a site that is somebody’s own alone', async () => {
  await world.member('owner', { role: 'admin', admin_code: ADMIN_CODE })
  await expect(furnished(true)).rejects.toThrow('a site of your own')
  expect(await world.db.selectFrom('users').select('username').execute()).toEqual([{ username: 'owner' }])
})
