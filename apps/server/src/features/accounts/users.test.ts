import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { passwordHashing } from '../../testing/password-hashing.ts'
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
afterEach(async () => {
  passwordHashing.meanwhile = async () => undefined
  await testApp.close()
})

const findRoleFlags = async (username: string) =>
  testApp.db
    .selectFrom('users')
    .select(['is_admin', 'is_staff'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow()

const findPasswordHash = async (username: string) =>
  testApp.db
    .selectFrom('users')
    .select('password_hash')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()

describe('listing users', () => {
  it('returns all users by username', async () => {
    const { body } = await staff.get('/api/users/')
    expect(body.users).toEqual([
      { username: 'boss', first_name: '', last_name: '', is_admin: true, is_staff: true, is_disabled: false },
      {
        username: 'player',
        first_name: '',
        last_name: '',
        is_admin: false,
        is_staff: false,
        is_disabled: false,
      },
      {
        username: 'Staff',
        first_name: 'Sam',
        last_name: 'Tull',
        is_admin: false,
        is_staff: true,
        is_disabled: false,
      },
    ])
  })
})

describe('setting the staff flag', () => {
  it('lets a site admin add and remove staff', async () => {
    const added = await boss.post('/api/users/set-staff/', { username: 'PLAYER', is_staff: true })
    expect(added.body).toEqual({ ok: true, message: 'player is now site staff.' })
    expect((await player.get('/api/whoami/')).body.is_staff).toBe(true)
    await boss.post('/api/users/set-staff/', { username: 'player', is_staff: false })
    expect(await findRoleFlags('player')).toEqual({ is_admin: 0, is_staff: 0 })
  })

  it('removes the admin flag too, but never from the last site admin', async () => {
    await testApp.registerUser('second', { role: 'admin', admin_code: ADMIN_CODE })
    await boss.post('/api/users/set-staff/', { username: 'second', is_staff: false })
    expect(await findRoleFlags('second')).toEqual({ is_admin: 0, is_staff: 0 })
    const last = await boss.post('/api/users/set-staff/', { username: 'boss', is_staff: false })
    expect([last.status, last.body.error]).toEqual([409, 'The last site admin cannot be demoted.'])
    expect(await findRoleFlags('boss')).toEqual({ is_admin: 1, is_staff: 1 })
  })

  it('leaves one admin when two admins demote each other concurrently', async () => {
    const second = await testApp.registerUser('second', { role: 'admin', admin_code: ADMIN_CODE })
    const responses = await Promise.all([
      boss.post('/api/users/set-staff/', { username: 'second', is_staff: false }),
      second.post('/api/users/set-staff/', { username: 'boss', is_staff: false }),
    ])
    const admins = await testApp.db.selectFrom('users').select('id').where('is_admin', '=', 1).execute()
    expect(admins).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('returns 404 for an unknown user', async () => {
    const response = await boss.post('/api/users/set-staff/', { username: 'nobody', is_staff: true })
    expect([response.status, response.body.error]).toEqual([404, 'User not found.'])
  })
})

describe("resetting another user's password", () => {
  const reset = (client: TestClient, username: string, new_password = 'a fresh new secret') =>
    client.post('/api/users/reset-password/', { username, new_password })

  it('sets the password and signs the user out everywhere', async () => {
    expect((await reset(staff, 'Player')).body).toEqual({
      ok: true,
      message: 'player has a new password and was signed out everywhere.',
    })
    expect((await player.get('/api/whoami/')).body.username).toBe(null)
    const signIn = (password: string) =>
      testApp.client().post('/api/login/', { username: 'player', password })
    expect((await signIn('player-has-a-secret')).status).toBe(401)
    expect((await signIn('a fresh new secret')).status).toBe(200)
  })

  it('records who reset the password', async () => {
    await reset(staff, 'player')
    const auditEntry = await testApp.db
      .selectFrom('audit_log')
      .select(['actor_name', 'detail'])
      .where('action', '=', 'admin.reset-password')
      .executeTakeFirstOrThrow()
    expect([auditEntry.actor_name, JSON.parse(auditEntry.detail)]).toEqual([
      'Staff',
      { username: 'player', sessions_ended: 1, keeps_tokens: false },
    ])
  })

  it.each([
    ['staff', 'boss', () => staff, 'not_site_admin'],
    ['staff', 'staff', () => staff, 'not_site_admin'],
    ['a site admin', 'nobody', () => boss, 'user_not_found'],
  ])('rejects a reset by %s for %s', async (_, username, getClient, code) => {
    const before = await testApp.db.selectFrom('users').select('password_hash').orderBy('id').execute()
    expect((await reset(getClient(), username)).body.code).toBe(code)
    expect(await testApp.db.selectFrom('users').select('password_hash').orderBy('id').execute()).toEqual(
      before,
    )
  })

  it.each([
    ['the user becomes site staff', 'player', true, 'not_site_admin'],
    ['the requester is no longer site staff', 'staff', false, 'not_staff'],
  ])('rejects a reset when %s before the password is changed', async (_, username, is_staff, code) => {
    const { password_hash: before } = await findPasswordHash('player')
    passwordHashing.meanwhile = () => boss.post('/api/users/set-staff/', { username, is_staff })
    expect((await reset(staff, 'player')).body.code).toBe(code)
    expect(await findPasswordHash('player')).toEqual({ password_hash: before })
    expect((await player.get('/api/whoami/')).body.username).toBe('player')
  })

  it('lets a site admin reset the password of staff', async () => {
    expect((await reset(boss, 'staff')).status).toBe(200)
  })

  it.each(['seven77', 'baseball'])('rejects the password %j', async (password) => {
    const response = await reset(staff, 'player', password)
    expect([response.status, Object.keys(response.body.fields)]).toEqual([400, ['new_password']])
  })
})
