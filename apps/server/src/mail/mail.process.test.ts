import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { connect } from '../database/database.ts'
import { startMailServer, startSilentMailServer } from '../testing/mail-server.ts'
import {
  buildRegistration,
  cleanUpServers,
  createTempFolder,
  startServer,
} from '../testing/server-process.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  await cleanUpServers()
  for (const close of open.splice(0)) await close()
})

async function startServerWithUser(env: Record<string, string>, folder = createTempFolder()) {
  const server = await startServer(folder, { env: { LOG_LEVEL: 'info', ...env } })
  const ada = server.browser()
  await ada.post('/api/register/', buildRegistration('ada', { email: 'ada@league.example' }))
  const ask = () => server.browser().post('/api/password-reset/request/', { username_or_email: 'ada' })
  return { server, ask }
}

describe('the started server', () => {
  it('sends a reset link to the port that the system chose, also when it is stopped at once', async () => {
    const office = await startMailServer()
    open.push(office.close)
    const { server, ask } = await startServerWithUser({
      SMTP_URL: office.url,
      MAIL_FROM: 'desk@league.example',
    })
    expect(await ask()).toMatchObject({ status: 200 })
    server.signal('SIGTERM')
    const letter = await office.nextEmail()
    const link = /^http\S+$/m.exec(letter.text ?? '')?.[0] ?? ''
    expect(link.startsWith(`${server.address}/?uid=`)).toBe(true)
    const { code, output } = await server.exited
    expect(code).toBe(0)
    expect(output).not.toContain(new URL(link).searchParams.get('token'))
  })

  it('does not wait for a mail server that says nothing', async () => {
    const office = await startSilentMailServer()
    open.push(office.close)
    const { server, ask } = await startServerWithUser({
      SMTP_URL: office.url,
      MAIL_FROM: 'desk@league.example',
    })
    await ask()
    await office.connected
    const before = performance.now()
    server.signal('SIGTERM')
    const { code, output } = await server.exited
    expect(code).toBe(0)
    expect((performance.now() - before) / 1000).toBeLessThan(10)
    expect(output).toContain('the server is stopping')
  })

  it('says without a mail server that no letter was sent', async () => {
    const { server, ask } = await startServerWithUser({})
    expect(await ask()).toMatchObject({
      status: 200,
      body: { message: 'If that account exists, an email was sent.' },
    })
    await server.waitForOutput(/a letter was not sent: SMTP_URL is not set/)
    expect(server.output()).not.toContain('token=')
  })

  it('knows its jobs', async () => {
    const folder = createTempFolder()
    const { server } = await startServerWithUser({}, folder)
    server.signal('SIGTERM')
    expect((await server.exited).code).toBe(0)
    const db = connect({ engine: 'sqlite', file: join(folder, 'fieldhouse.db') })
    open.push(() => db.destroy())
    const jobs = await db.selectFrom('scheduled_jobs').selectAll().execute()
    expect(jobs.map(({ name }) => name)).toContain('accounts-clean-up')
    expect(jobs.filter(({ lease_token }) => lease_token !== null)).toEqual([])
  })
})
