import { ADMIN_CODE, startApp, type TestApp, type TestClient } from './start-app.ts'

/** Saturday, October 10, 2026, 12:00 in Chicago: five hours before the cutoff of week 5. */
export const BEFORE_CUTOFF = new Date('2026-10-10T17:00:00Z')

/** The cutoff of week 5 of the season 2026. */
export const CUTOFF = new Date('2026-10-10T22:00:00Z')

export const BETS_URL = '/api/league/Harbour/bets/'

export type BetslipFixture = TestApp & {
  /** Bo Sørensen, admin of the league and of the site. */
  boss: TestClient
  /** Rosa Field, a player. */
  rosa: TestClient
  /** A viewer without a full name. */
  ben: TestClient
  /** Moves the clock by any distance, and keeps all sessions valid. */
  setClock: (now: Date) => Promise<void>
}

/** A league with a Betslip and a sheet, before the cutoff of week 5. */
export async function startBetslipFixture(...options: Parameters<typeof startApp>): Promise<BetslipFixture> {
  const [settings = {}, startOptions = {}] = options
  const testApp = await startApp({ BETSLIP_LEAGUE: 'harbour', ...settings }, startOptions)
  testApp.clock.now = BEFORE_CUTOFF
  const boss = await testApp.registerUser('boss', {
    role: 'admin',
    admin_code: ADMIN_CODE,
    first_name: 'Bo',
    last_name: 'Sørensen',
  })
  await boss.post('/api/create-league/', {
    name: 'Harbour',
    espn_league_id: 4711,
    google_sheet_id: '1HarbourPicks-abcdefghijklm',
  })
  const rosa = await testApp.registerUser('rosa', { first_name: 'Rosa', last_name: 'Field' })
  const ben = await testApp.registerUser('ben')
  await boss.post('/api/assign-user/', { username: 'rosa', league: 'Harbour', role: 'player' })
  await boss.post('/api/assign-user/', { username: 'ben', league: 'Harbour', role: 'viewer' })
  const setClock = async (now: Date) => {
    testApp.clock.now = now
    await testApp.db
      .updateTable('sessions')
      .set({ expires_at: now.getTime() + 86_400_000 })
      .execute()
  }
  return { ...testApp, boss, rosa, ben, setClock }
}
