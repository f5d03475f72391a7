import { expect, it, onTestFinished } from 'vitest'
import { startApp } from '../../testing/start-app.ts'

it.each([
  ['neither', {}, { draft_app: false, email: false, needs_admin: true }],
  [
    'a draft app',
    { DRAFT_APP_URL: 'https://draft.example.org' },
    { draft_app: true, email: false, needs_admin: true },
  ],
  ['email', { SMTP_URL: 'smtp://127.0.0.1:2525' }, { draft_app: false, email: true, needs_admin: true }],
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
