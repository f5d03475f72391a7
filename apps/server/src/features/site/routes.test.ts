import { describe, expect, it, onTestFinished } from 'vitest'
import { ADMIN_CODE, startApp, type TestApp, type TestClient } from '../../testing/start-app.ts'

it.each([
  ['neither', {}, { draft_app: false, email: false, needs_admin: true, signup: 'open', address: null }],
  [
    'a draft app',
    { DRAFT_APP_URL: 'https://draft.example.org' },
    { draft_app: true, email: false, needs_admin: true, signup: 'open', address: null },
  ],
  [
    'email',
    { SMTP_URL: 'smtp://127.0.0.1:2525' },
    { draft_app: false, email: true, needs_admin: true, signup: 'open', address: null },
  ],
])('tells anybody that the site has %s', async (_, settings, expected) => {
  const app = await startApp(settings)
  onTestFinished(app.close)
  const { status, body } = await app.client().get('/api/site/')
  expect({ status, body }).toEqual({ status: 200, body: expected })
})

it('tells anybody whether the site needs an admin', async () => {
  const app = await startApp()
  onTestFinished(app.close)
  await app.registerUser('ada')
  expect((await app.client().get('/api/site/')).body).toMatchObject({ needs_admin: true })
  await app.registerUser('boss', { role: 'admin' })
  expect((await app.client().get('/api/site/')).body).toMatchObject({ needs_admin: false })
})

describe('who can sign up', () => {
  const CLOSED = {
    status: 403,
    body: {
      error: 'This site is by invitation only. Ask your commissioner for a link.',
      code: 'invite_only',
    },
  }
  const register = (app: TestApp, username: string, fields: object = {}) =>
    app.client().post('/api/register/', { username, password: `${username}-has-a-secret`, ...fields })

  it('is a choice of site admins, who find it in the activity log', async () => {
    const app = await startApp()
    onTestFinished(app.close)
    const boss = await app.registerUser('boss', { role: 'admin' })
    const address = { value: null, is_from_environment: false }
    const settings = { signup: { value: 'open', is_from_environment: false }, address }
    expect((await boss.get('/api/site/settings/')).body).toEqual(settings)
    const saved = await boss.post('/api/site/settings/', { signup: 'invite' })
    expect(saved.body).toEqual({
      message: 'Saved.',
      settings: { signup: { value: 'invite', is_from_environment: false }, address },
    })
    expect((await app.client().get('/api/site/')).body).toMatchObject({ signup: 'invite' })
    expect(await register(app, 'ada')).toMatchObject(CLOSED)
    expect((await boss.get('/api/audit/')).body.acts[0]).toMatchObject({
      action: 'site.settings',
      detail: { signup: 'invite' },
    })
    await boss.post('/api/site/settings/', { signup: 'open' })
    expect((await register(app, 'ada')).status).toBe(200)
  })

  it('is what SIGNUP says, which nobody can change in the page', async () => {
    const app = await startApp({ SIGNUP: 'invite' })
    onTestFinished(app.close)
    const boss = await app.registerUser('boss', { role: 'admin' })
    const refused = await boss.post('/api/site/settings/', { signup: 'open' })
    expect([refused.status, refused.body]).toEqual([
      409,
      { error: 'SIGNUP in the environment of the server sets this.', code: 'set_by_environment' },
    ])
    expect(await register(app, 'ada')).toMatchObject(CLOSED)
  })

  it('lets people with a working invite link and admins with their code in, and nobody else', async () => {
    const app = await startApp({ SIGNUP: 'invite' })
    onTestFinished(app.close)
    const boss = await app.registerUser('boss', { role: 'admin' })
    await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
    const invite = await boss.post('/api/league/Harbour/invites/', { max_uses: 1 })
    const invite_code = invite.body.path.replace('/join/', '')
    expect((await register(app, 'ada', { invite_code: 'made-up' })).body.code).toBe('invite_not_found')
    expect((await register(app, 'ada', { invite_code })).status).toBe(200)
    expect((await register(app, 'chief', { role: 'admin', admin_code: ADMIN_CODE })).status).toBe(200)
    await boss.post('/api/league/Harbour/invites/revoke/', { id: invite.body.created.id })
    expect((await register(app, 'ben', { invite_code })).body.code).toBe('invite_revoked')
  })

  it('decides whether people see the names of leagues that they are not in', async () => {
    const app = await startApp()
    onTestFinished(app.close)
    const boss = await app.registerUser('boss', { role: 'admin' })
    for (const [name, espn_league_id] of [
      ['Harbour', 4711],
      ['Sunday', 815],
    ])
      await boss.post('/api/create-league/', { name, espn_league_id })
    const ada = await app.registerUser('ada')
    const namesFor = async (client: TestClient) =>
      (await client.get('/api/leagues/')).body.leagues.map(({ name }: { name: string }) => name)
    expect(await namesFor(ada)).toEqual(['Harbour', 'Sunday'])
    await boss.post('/api/site/settings/', { signup: 'invite' })
    expect(await namesFor(ada)).toEqual([])
    await boss.post('/api/assign-user/', { username: 'ada', league: 'Sunday', role: 'viewer' })
    expect(await namesFor(ada)).toEqual(['Sunday'])
    expect(await namesFor(boss)).toEqual(['Harbour', 'Sunday'])
  })
})

describe('the checklist of a new site', () => {
  const start = async (settings: Parameters<typeof startApp>[0] = {}) => {
    const app = await startApp(settings)
    onTestFinished(app.close)
    const boss = await app.registerUser('boss', { role: 'admin' })
    const read = async () => (await boss.get('/api/site/checklist/')).body.checklist
    const listOpen = async () =>
      (await read()).items.flatMap((item: { kind: string; is_done: boolean }) =>
        item.is_done ? [] : [item.kind],
      )
    return { app, boss, read, listOpen }
  }

  it('begins with the first league, and lists what is left', async () => {
    const { app, boss, read, listOpen } = await start({ SMTP_URL: 'smtp://127.0.0.1:2525' })
    expect(await read()).toBeNull()
    await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
    expect((await read()).league).toBe('Harbour')
    expect(await listOpen()).toEqual(['invite', 'address', 'backup', 'second_admin'])
    await boss.post('/api/league/Harbour/invites/', { days: 7, max_uses: null, needs_approval: false })
    await boss.post('/api/site/settings/', { address: 'http://localhost:3000' })
    await app.registerUser('ada', { role: 'admin' })
    expect(await listOpen()).toEqual(['address', 'backup'])
    await boss.post('/api/site/settings/', { address: 'https://league.example' })
    await boss.post('/api/site/backups/')
    await expect.poll(read, { timeout: 20_000 }).toBeNull()
  })

  it('is hidden for good', async () => {
    const { boss, read } = await start()
    await boss.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
    await boss.post('/api/site/checklist/hide/')
    expect(await read()).toBeNull()
  })
})
