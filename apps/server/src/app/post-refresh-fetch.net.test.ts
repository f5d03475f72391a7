import { expect, it } from 'vitest'
import type { FetchContext, NflWeekKey } from '../features/external-data/external-data.ts'
import type { LeagueArchive } from '../providers/league-provider.ts'
import { listReadUrls } from '../testing/list-read-urls.ts'
import { buildSeason } from '../testing/season-fixture.ts'
import { ADMIN_CODE, startApp } from '../testing/start-app.ts'

it("fetches the external data of a league's week after a refresh that stored it, and stops with the server", async () => {
  const fetchedWeeks: NflWeekKey[] = []
  let wasStopped = false
  const readWeek = (week: NflWeekKey, { signal }: FetchContext) => {
    fetchedWeeks.push(week)
    return new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        wasStopped = true
        resolve()
      })
    })
  }
  const testApp = await startApp({}, { externalData: { readWeek } })
  const admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  await admin.post('/api/refresh-espn/', { name: 'Harbour' })
  expect(fetchedWeeks).toEqual([])
  testApp.provider.read = () => buildSeason()
  // The response does not wait for the fetch.
  expect((await admin.post('/api/refresh-espn/', { name: 'Harbour' })).body.ok).toBe(true)
  await expect.poll(() => fetchedWeeks).toEqual([{ season: 2026, week: 2 }])
  await testApp.close()
  expect(wasStopped).toBe(true)
})

it('fetches the external data of a week again for a later refresh while an earlier fetch is running', async () => {
  const fetchedAt: string[] = []
  const testApp = await startApp(
    {},
    {
      externalData: {
        readWeek: (_week, { signal }) => {
          fetchedAt.push(testApp.clock.now.toISOString().slice(11, 16))
          return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
        },
      },
    },
  )
  const admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  testApp.provider.read = () => buildSeason()
  const refreshAt = async (time: string) => {
    testApp.clock.now = new Date(`2026-10-11T${time}Z`)
    await admin.post('/api/refresh-espn/', { name: 'Harbour' })
  }
  await refreshAt('18:30:00')
  await expect.poll(() => fetchedAt).toEqual(['18:30'])
  await refreshAt('18:30:59')
  await refreshAt('18:31:00')
  await expect.poll(() => fetchedAt).toEqual(['18:30', '18:31'])
  await testApp.close()
})

it('sends no external requests for page views', async () => {
  const externalRequests: string[] = []
  const record = async (request: string) => {
    externalRequests.push(request)
    return null
  }
  const provider: LeagueArchive = {
    name: 'espn',
    readSeason: async () => {
      externalRequests.push('season')
      return { season: buildSeason(), raw: [] }
    },
    listSeasons: () => record('seasons'),
    previewLeague: () => record('preview'),
    readPart: ({ name }) => record(name),
  }
  const externalData = { readWeek: async () => void externalRequests.push('external data') }
  const testApp = await startApp({}, { provider, externalData })
  const admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  await admin.post('/api/refresh-espn/', { name: 'Harbour' })
  expect(externalRequests).toContain('season')
  // A refresh reads them in the background.
  await expect.poll(() => externalRequests).toContain('external data')
  externalRequests.length = 0
  const readUrls = await listReadUrls(admin, 'Harbour')
  expect(readUrls.size).toBeGreaterThan(20)
  const successful: string[] = []
  for (const [name, url] of readUrls) if ((await admin.get(url)).status === 200) successful.push(name)
  const screens = 'getMySummary listStandings getSnapshot getMeta getMyRoster getScoreboard getMyMatchup'
  expect(successful).toEqual(expect.arrayContaining(screens.split(' ')))
  expect(externalRequests).toEqual([])
  await testApp.close()
})
