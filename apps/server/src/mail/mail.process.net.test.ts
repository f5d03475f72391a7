import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { connect, type Db } from '../database/engine/database.ts'
import { verifyAddress } from '../features/accounts/email.ts'
import { createDataFolder } from '../testing/data-folder.ts'
import { type MailServer, startMailServer, startSilentMailServer } from '../testing/mail-server.ts'
import { buildRegistration, cleanUpServers, startServer } from '../testing/server-process.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  await cleanUpServers()
  for (const cleanUp of cleanups.splice(0)) await cleanUp()
})

async function withDb<Result>(folder: string, use: (db: Db) => Promise<Result>): Promise<Result> {
  const db = connect({ engine: 'sqlite', file: join(folder, 'fieldhouse.db') })
  try {
    return await use(db)
  } finally {
    await db.destroy()
  }
}

async function startServerWithUser(env: Record<string, string>, folder = createDataFolder()) {
  const server = await startServer(folder, { env: { LOG_LEVEL: 'info', ...env } })
  const ada = server.browser()
  await ada.post('/api/register/', buildRegistration('ada', { email: 'ada@league.example' }))
  const verifyEmail = async (mailServer: MailServer) => {
    const { text = '' } = await mailServer.nextEmail()
    const link = new URL(/^http\S+$/m.exec(text)?.[0] ?? '')
    const token = link.searchParams.get('verify_email')
    expect(await server.browser().post('/api/account/email/verify/', { token })).toMatchObject({
      status: 200,
    })
  }
  const requestReset = () =>
    server.browser().post('/api/password-reset/request/', { username_or_email: 'ada' })
  return { server, verifyEmail, requestReset }
}

describe('server process', () => {
  it('sends a reset link with the assigned port, even when it is stopped immediately', async () => {
    const mailServer = await startMailServer()
    cleanups.push(mailServer.close)
    const { server, verifyEmail, requestReset } = await startServerWithUser({
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'desk@league.example',
    })
    await verifyEmail(mailServer)
    expect(await requestReset()).toMatchObject({ status: 200 })
    server.signal('SIGTERM')
    const email = await mailServer.nextEmail()
    const link = /^http\S+$/m.exec(email.text ?? '')?.[0] ?? ''
    expect(link.startsWith(`${server.baseUrl}/?uid=`)).toBe(true)
    const { code, output } = await server.exited
    expect(code).toBe(0)
    expect(output).not.toContain(new URL(link).searchParams.get('token'))
  })

  it('does not wait for an unresponsive mail server when it stops', async () => {
    const mailServer = await startSilentMailServer()
    cleanups.push(mailServer.close)
    const { server, requestReset } = await startServerWithUser({
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'desk@league.example',
    })
    await requestReset()
    await mailServer.connected
    const startedMs = performance.now()
    server.signal('SIGTERM')
    const { code, output } = await server.exited
    expect(code).toBe(0)
    expect((performance.now() - startedMs) / 1000).toBeLessThan(10)
    expect(output).toContain('the server is stopping')
  })

  it('sends a reset link that was requested before the process was killed', async () => {
    const silentServer = await startSilentMailServer()
    cleanups.push(silentServer.close)
    const folder = createDataFolder()
    const mailSettings = (url: string) => ({ SMTP_URL: url, MAIL_FROM: 'desk@league.example' })
    const { server, requestReset } = await startServerWithUser(mailSettings(silentServer.url), folder)
    await requestReset()
    await silentServer.connected
    server.signal('SIGKILL')
    await server.exited
    await withDb(folder, (db) => verifyAddress(db, 1, 'ada@league.example', new Date()))
    const mailServer = await startMailServer()
    cleanups.push(mailServer.close)
    const restarted = await startServer(folder, { env: mailSettings(mailServer.url) })
    const email = await mailServer.nextEmail()
    expect(email.text).toContain(`${restarted.baseUrl}/?uid=`)
  })

  it('logs that no email was sent without SMTP_URL, and releases the leases of its jobs when it stops', async () => {
    const folder = createDataFolder()
    const { server, requestReset } = await startServerWithUser({}, folder)
    expect(await requestReset()).toMatchObject({
      status: 200,
      body: {
        message:
          'If the account has a confirmed email address, a link is on its way. If not, ask an admin of this site for a reset link.',
      },
    })
    await server.waitForOutput(/email not sent: SMTP_URL is not set/)
    expect(server.output()).not.toContain('token=')

    const listJobs = () => withDb(folder, (db) => db.selectFrom('jobs').selectAll().execute())
    const listKinds = async () => (await listJobs()).map(({ kind }) => kind)
    await expect.poll(listKinds, { timeout: 10_000 }).toContain('accounts-clean-up')
    server.signal('SIGTERM')
    expect((await server.exited).code).toBe(0)
    const jobs = await listJobs()
    expect(jobs.filter(({ lease_token }) => lease_token !== null)).toEqual([])
  })
})
