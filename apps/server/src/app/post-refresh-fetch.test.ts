import { expect, it } from 'vitest'
import type { NflWeekKey } from '../features/external-data/external-data.ts'
import type { LeagueArchive } from '../providers/league-provider.ts'
import { listReadUrls } from '../testing/list-read-urls.ts'
import { buildSeason } from '../testing/season-fixture.ts'
import { ADMIN_CODE, startApp } from '../testing/start-app.ts'

it('reads what surrounds the week of a league after each refresh that stored it, and stops with the server', async () => {
  const read: NflWeekKey[] = []
  let wasStopped = false
  const readWeek = (week: NflWeekKey, signal?: AbortSignal) => {
    read.push(week)
    return new Promise<void>((resolve) => {
      signal?.addEventListener('abort', () => {
        wasStopped = true
        resolve()
      })
    })
  }
  const world = await startApp({}, { externalData: { readWeek } })
  const admin = await world.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  await admin.post('/api/refresh-espn/', { name: 'Harbour' })
  expect(read).toEqual([])
  world.provider.read = () => buildSeason()
  // The answer does not wait for it.
  expect((await admin.post('/api/refresh-espn/', { name: 'Harbour' })).body.ok).toBe(true)
  expect(read).toEqual([{ season: 2026, week: 2 }])
  await world.close()
  expect(wasStopped).toBe(true)
})

it('asks nobody outside while pages are looked at', async () => {
  const asked: string[] = []
  const ask = async (question: string) => {
    asked.push(question)
    return null
  }
  const provider: LeagueArchive = {
    readSeason: async () => {
      asked.push('season')
      return { season: buildSeason(), raw: [] }
    },
    listSeasons: () => ask('seasons'),
    readWeek: () => ask('week'),
    readDraft: () => ask('draft'),
    readTransactions: () => ask('transactions'),
  }
  const outside = { readWeek: async () => void asked.push('what surrounds the week') }
  const world = await startApp({}, { provider, externalData: outside })
  const admin = await world.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
  await admin.post('/api/refresh-espn/', { name: 'Harbour' })
  expect(asked).toContain('season')
  asked.length = 0
  const calls = await listReadUrls(admin, 'Harbour')
  expect(calls.size).toBeGreaterThan(20)
  const answered: string[] = []
  for (const [name, url] of calls) if ((await admin.get(url)).status === 200) answered.push(name)
  const screens = 'getMySummary listStandings getSnapshot getMeta getMyRoster getScoreboard getMyMatchup'
  expect(answered).toEqual(expect.arrayContaining(screens.split(' ')))
  expect(asked).toEqual([])
  await world.close()
})
