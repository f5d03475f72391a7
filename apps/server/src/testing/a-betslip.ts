import { ADMIN_CODE, startApp, type TestApp, type Visitor } from './start-app.ts'

/** Saturday 10 October 2026, 12:00 in Chicago: week 5 is open for five more hours. */
export const BEFORE_CUTOFF = new Date('2026-10-10T17:00:00Z')

/** Week 5 of the season 2026 locks. */
export const CUTOFF = new Date('2026-10-10T22:00:00Z')

export const BETS = '/api/league/Harbour/bets/'

export type Betslip = TestApp & {
  /** Bo Sørensen, who runs the league and the site. */
  boss: Visitor
  /** Rosa Field, a player. */
  rosa: Visitor
  /** A viewer without a full name. */
  ben: Visitor
  /** Moves the clock, however far; everybody stays signed in. */
  travelTo: (now: Date) => Promise<void>
}

/** A league with a Betslip and a sheet, before the cut-off of week 5. */
export async function startBetslip(...options: Parameters<typeof startApp>): Promise<Betslip> {
  const [settings = {}, more = {}] = options
  const world = await startApp({ BETSLIP_LEAGUE: 'harbour', ...settings }, more)
  world.clock.now = BEFORE_CUTOFF
  const boss = await world.member('boss', {
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
  const rosa = await world.member('rosa', { first_name: 'Rosa', last_name: 'Field' })
  const ben = await world.member('ben')
  await boss.post('/api/assign-user/', { username: 'rosa', league: 'Harbour', role: 'player' })
  await boss.post('/api/assign-user/', { username: 'ben', league: 'Harbour', role: 'viewer' })
  const travelTo = async (now: Date) => {
    world.clock.now = now
    await world.db
      .updateTable('sessions')
      .set({ expires_at: now.getTime() + 86_400_000 })
      .execute()
  }
  return { ...world, boss, rosa, ben, travelTo }
}
