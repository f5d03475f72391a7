import { ADMIN_CODE, startApp, type TestApp, type TestClient } from './start-app.ts'

/** Saturday 10 October 2026, 12:00 in Chicago: week 5 is open for five more hours. */
export const BEFORE_CUTOFF = new Date('2026-10-10T17:00:00Z')

/** Week 5 of the season 2026 locks. */
export const CUTOFF = new Date('2026-10-10T22:00:00Z')

export const BETS_URL = '/api/league/Harbour/bets/'

export type BetslipFixture = TestApp & {
  /** Bo Sørensen, who runs the league and the site. */
  boss: TestClient
  /** Rosa Field, a player. */
  rosa: TestClient
  /** A viewer without a full name. */
  ben: TestClient
  /** Moves the clock, however far; everybody stays signed in. */
  setClock: (now: Date) => Promise<void>
}

/** A league with a Betslip and a sheet, before the cut-off of week 5. */
export async function startBetslipFixture(...options: Parameters<typeof startApp>): Promise<BetslipFixture> {
  const [settings = {}, more = {}] = options
  const world = await startApp({ BETSLIP_LEAGUE: 'harbour', ...settings }, more)
  world.clock.now = BEFORE_CUTOFF
  const boss = await world.registerUser('boss', {
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
  const rosa = await world.registerUser('rosa', { first_name: 'Rosa', last_name: 'Field' })
  const ben = await world.registerUser('ben')
  await boss.post('/api/assign-user/', { username: 'rosa', league: 'Harbour', role: 'player' })
  await boss.post('/api/assign-user/', { username: 'ben', league: 'Harbour', role: 'viewer' })
  const setClock = async (now: Date) => {
    world.clock.now = now
    await world.db
      .updateTable('sessions')
      .set({ expires_at: now.getTime() + 86_400_000 })
      .execute()
  }
  return { ...world, boss, rosa, ben, setClock }
}
