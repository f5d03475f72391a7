import { afterEach, beforeEach, expect, it } from 'vitest'
import { chainAuditLogJob } from '../../features/admin/admin.ts'
import { removeAuditTriggers } from '../../testing/audit-triggers.ts'
import { ADMIN_CODE, SUNDAY, startApp, type TestApp } from '../../testing/start-app.ts'
import { verifyAuditLog } from './admin.ts'

let testApp: TestApp
beforeEach(async () => {
  testApp = await startApp()
  const admin = await testApp.registerUser('boss', { role: 'admin', admin_code: ADMIN_CODE })
  await admin.post('/api/create-league/', { name: 'Harbour', espn_league_id: 4711 })
})
afterEach(() => testApp.close())

async function runJob(): Promise<unknown[]> {
  const logged: unknown[] = []
  const log = { info: (fields: object, message: string) => void logged.push({ ...fields, message }) }
  await chainAuditLogJob(testApp.db, log).run(new AbortController().signal)
  return logged
}

async function verify(hashes: readonly string[] = []): Promise<string[]> {
  const lines: string[] = []
  await verifyAuditLog(testApp.db, hashes, (line) => lines.push(line))
  return lines
}

it('prints what it checked and what is not chained yet, and the job logs the head', async () => {
  expect(await verify()).toEqual([
    'Entries checked: 0',
    `Not chained yet: 2, since ${SUNDAY.toISOString()}. These are not protected. A running server chains new entries every minute.`,
  ])
  const [logged, ...others] = await runJob()
  expect(others).toEqual([])
  expect(logged).toEqual({ sequence: 2, hash: expect.any(String), message: 'audit log chained' })
  const { hash } = logged as { hash: string }
  expect(await verify([hash])).toEqual([
    'Entries checked: 2',
    `First: ${SUNDAY.toISOString()}`,
    `Last: ${SUNDAY.toISOString()}`,
    `Head: ${hash}`,
  ])
  expect(await runJob()).toEqual([])
})

it('fails with the first broken entry, and with a hash that is no longer in the chain', async () => {
  await runJob()
  await expect(verify(['f'.repeat(64)])).rejects.toThrow(`The chain does not contain ${'f'.repeat(64)}`)
  await removeAuditTriggers(testApp.db)
  await testApp.db
    .updateTable('audit_log')
    .set({ actor_name: 'ada' })
    .where('action', '=', 'league.create')
    .execute()
  await expect(verify()).rejects.toThrow(
    `Entry 2 of the chain, of ${SUNDAY.toISOString()} (id 2), was changed: its content does not match its hash.`,
  )
})
