import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

let testApp: TestApp
let boss: TestClient
let staff: TestClient
let player: TestClient

beforeEach(async () => {
  testApp = await startApp()
  boss = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  staff = await testApp.registerUser('Staff', { first_name: 'Sam', last_name: 'Tull' })
  player = await testApp.registerUser('player')
  await boss.post('/api/users/set-staff/', { username: 'staff', is_staff: true })
})
afterEach(() => testApp.close())

const findRoleFlags = async (username: string) =>
  testApp.db
    .selectFrom('users')
    .select(['is_admin', 'is_staff'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()

describe('the list of users', () => {
  it('has everyone by username, for whoever runs a league or the site', async () => {
    const { body } = await staff.get('/api/users/')
    expect(body.users).toEqual([
      { username: 'boss', first_name: '', last_name: '', is_admin: true, is_staff: true },
      { username: 'player', first_name: '', last_name: '', is_admin: false, is_staff: false },
      { username: 'Staff', first_name: 'Sam', last_name: 'Tull', is_admin: false, is_staff: true },
    ])
    expect((await player.get('/api/users/')).body.code).toBe('not_admin')
    await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 1 })
    await boss.post('/api/assign-user/', { username: 'player', league: 'Harbour', role: 'admin' })
    expect((await player.get('/api/users/')).status).toBe(200)
  })
})

describe('the staff flag', () => {
  it('is given and taken by a site admin', async () => {
    const given = await boss.post('/api/users/set-staff/', { username: 'PLAYER', is_staff: true })
    expect(given.body).toEqual({ ok: true, message: 'PLAYER is site staff now.' })
    expect((await player.get('/api/whoami/')).body.is_staff).toBe(true)
    await boss.post('/api/users/set-staff/', { username: 'player', is_staff: false })
    expect(await findRoleFlags('player')).toEqual({ is_admin: 0, is_staff: 0 })
  })

  it('takes the site from an admin who loses it, but never from the last', async () => {
    await testApp.registerUser('second', { role: 'admin', admin_code: ADMIN_CODE })
    await boss.post('/api/users/set-staff/', { username: 'second', is_staff: false })
    expect(await findRoleFlags('second')).toEqual({ is_admin: 0, is_staff: 0 })
    const last = await boss.post('/api/users/set-staff/', { username: 'boss', is_staff: false })
    expect([last.status, last.body.error]).toEqual([409, 'The last site admin cannot be demoted.'])
    expect(await findRoleFlags('boss')).toEqual({ is_admin: 1, is_staff: 1 })
  })

  it('leaves one of two admins who take it from each other at the same moment', async () => {
    const second = await testApp.registerUser('second', { role: 'admin', admin_code: ADMIN_CODE })
    const answers = await Promise.all([
      boss.post('/api/users/set-staff/', { username: 'second', is_staff: false }),
      second.post('/api/users/set-staff/', { username: 'boss', is_staff: false }),
    ])
    const admins = await testApp.db.selectFrom('users').select('id').where('is_admin', '=', 1).execute()
    expect(admins).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  })

  it.each([
    ['staff', () => staff, 'not_site_admin'],
    ['a player', () => player, 'not_site_admin'],
    ['nobody', () => testApp.client(), 'not_signed_in'],
  ])('is not for %s to change', async (_, who, code) => {
    const answer = await who().post('/api/users/set-staff/', { username: 'player', is_staff: true })
    expect(answer.body.code).toBe(code)
    expect(await findRoleFlags('player')).toEqual({ is_admin: 0, is_staff: 0 })
  })

  it('is refused for nobody’s name', async () => {
    const answer = await boss.post('/api/users/set-staff/', { username: 'nobody', is_staff: true })
    expect([answer.status, answer.body.error]).toEqual([404, 'User not found.'])
  })
})

describe('a password reset by staff', () => {
  const reset = (who: TestClient, username: string, new_password = 'a fresh new secret') =>
    who.post('/api/users/reset-password/', { username, new_password })

  it('sets the password, and signs the person out everywhere', async () => {
    expect((await reset(staff, 'Player')).body).toEqual({
      ok: true,
      message: 'player has a new password and is signed out everywhere.',
    })
    expect((await player.get('/api/whoami/')).body.username).toBe(null)
    const signIn = (password: string) =>
      testApp.client().post('/api/login/', { username: 'player', password })
    expect((await signIn('player-has-a-secret')).status).toBe(401)
    expect((await signIn('a fresh new secret')).status).toBe(200)
  })

  it('is written down under the name of who did it', async () => {
    await reset(staff, 'player')
    const act = await testApp.db
      .selectFrom('audit_log')
      .select(['actor_name', 'detail'])
      .where('action', '=', 'admin.reset-password')
      .executeTakeFirstOrThrow()
    expect([act.actor_name, JSON.parse(act.detail)]).toEqual([
      'Staff',
      { username: 'player', sessions_ended: 1 },
    ])
  })

  it.each([
    ['staff', 'boss', () => staff, 'not_site_admin'],
    ['staff', 'staff', () => staff, 'not_site_admin'],
    ['a player', 'player', () => player, 'not_staff'],
    ['nobody', 'player', () => testApp.client(), 'not_signed_in'],
    ['a site admin', 'nobody', () => boss, 'user_not_found'],
  ])('by %s for %s is refused', async (_, username, who, code) => {
    const before = await testApp.db.selectFrom('users').select('password_hash').orderBy('id').execute()
    expect((await reset(who(), username)).body.code).toBe(code)
    expect(await testApp.db.selectFrom('users').select('password_hash').orderBy('id').execute()).toEqual(
      before,
    )
  })

  it('by a site admin is for anyone', async () => {
    expect((await reset(boss, 'staff')).status).toBe(200)
  })

  it.each(['seven77', 'baseball'])('refuses the password %j', async (password) => {
    const answer = await reset(staff, 'player', password)
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['new_password']])
  })
})
