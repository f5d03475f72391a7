import { expect, it } from 'vitest'
import { createCookieCipher, findCookies, saveCookies } from '../../ingestion/league-cookies.ts'
import { ADMIN_CODE, startApp } from '../../testing/start-app.ts'
import { reencryptCookies } from './credentials.ts'

const NOW = new Date('2026-10-11T18:30:00Z')
const NEW_KEY = 'the current key, of 32 bytes or more'
const OLD_CIPHER = createCookieCipher('the previous key, of 32 bytes or more')
const NEW_CIPHER = createCookieCipher(NEW_KEY)

it('re-encrypts only the values encrypted with the previous key', async () => {
  const testApp = await startApp()
  const boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  for (const name of ['Harbour', 'Shallows', 'Reef']) {
    await boss.post('/api/create-league/', { name, espn_league_id: 4711 })
  }
  const leagues = await testApp.db.selectFrom('leagues').select('id').orderBy('id').execute()
  const [old = 0, current = 0, foreign = 0] = leagues.map(({ id }) => id)
  const { id: userId } = await testApp.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const save = (cipher: typeof OLD_CIPHER, leagueId: number, s2: string | null) =>
    saveCookies(
      testApp.db,
      cipher,
      leagueId,
      { swid: '{A}', s2, isTested: true },
      { userId, username: 'boss' },
      NOW,
    )
  await save(OLD_CIPHER, old, 'old-s2')
  await save(NEW_CIPHER, current, null)
  await save(createCookieCipher('a lost key, of 32 bytes or more in all'), foreign, 'lost')

  const find = (leagueId: number) =>
    findCookies({ db: testApp.db, settings: { secretKey: NEW_KEY } }, leagueId)
  const reencrypt = () => reencryptCookies(testApp.db, NEW_CIPHER, OLD_CIPHER)
  expect(await find(old)).toMatchObject({ swid: null, s2: null })
  expect(await reencrypt()).toBe(1)
  expect(await find(old)).toMatchObject({ swid: '{A}', s2: 'old-s2', isTested: true })
  expect(await find(current)).toMatchObject({ swid: '{A}', s2: null })
  expect(await find(foreign)).toMatchObject({ swid: null, s2: null })
  expect(await reencrypt()).toBe(0)
  await testApp.close()
})
