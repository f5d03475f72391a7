import type { ErrorBody } from '@fieldhouse/contract/errors'
import type { Operation } from '@fieldhouse/contract/operation'
import { normalizeName } from '@fieldhouse/domain/names'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { buildApp } from '../../app.ts'
import { SESSION_COOKIE } from '../../auth/access.ts'
import { CSRF_COOKIE } from '../../auth/csrf.ts'
import { endSessionWith, startSession } from '../../auth/session-store.ts'
import type { Db } from '../../database/engine/database.ts'
import { inTransaction } from '../../database/engine/transaction.ts'
import { findByUsername } from '../../features/accounts/store.ts'
import { listAccounts } from '../../features/accounts/users.ts'
import { recordAuditEntry } from '../../repositories/audit/audit.ts'
import type { Settings } from '../../settings.ts'
import { createIntegrations } from '../integrations.ts'
import { recentErrors } from '../recent-errors.ts'
import { clockOf } from '../run-server.ts'
import { listSettings, readSettingsFile } from '../settings-in-effect.ts'
import { FailedError, UsageError } from './command.ts'
import { withDatabase } from './with-database.ts'

export type AdminRequest = {
  operation: Operation
  /** Path and query string, with all parameters filled in. */
  url: string
  payload?: InjectOptions['payload']
  headers?: Record<string, string>
}

/**
 * Runs an API request as a site admin, in this process, also while a server is running. Returns the response
 * body. A request that changes data is recorded in the audit log as started from the command line. Throws a
 * FailedError with the message of an error response, and a UsageError if the site admin is unknown or `as` is
 * missing and there are several.
 */
export async function runAsAdmin(
  command: string,
  as: string | undefined,
  request: AdminRequest,
): Promise<string> {
  let body = ''
  await withDatabase(async (db, settings) => {
    const now = clockOf(settings)
    const admin = await requireSiteAdmin(db, as)
    const app = await buildQuietApp(db, settings, now)
    const session = { userId: admin.id, userAgent: 'npm run admin', address: null, now: now() }
    const token = await inTransaction(db, (transaction) => startSession(transaction, session))
    try {
      if (request.operation.method !== 'GET') {
        const detail = { command, username: admin.username }
        await recordAuditEntry(db, { at: now(), actor: null, action: 'console.act', detail })
      }
      body = await sendRequest(app, token, request)
    } finally {
      await endSessionWith(db, token)
      await app.close()
    }
  })
  return body
}

/** An app that logs only unhandled errors, to standard error. */
async function buildQuietApp(db: Db, settings: Settings, now: () => Date): Promise<FastifyInstance> {
  const log = pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }))
  const integrations = await createIntegrations(db, settings, log, now)
  // Access to the machine is what proves the right to run commands.
  const ownSettings = { ...settings, REQUIRE_SECOND_FACTOR: false }
  return buildApp({
    db,
    settings: ownSettings,
    settingsInEffect: listSettings(settings, process.env, readSettingsFile()),
    errors: recentErrors(now),
    ...integrations,
    pageFolder: null,
    log,
    metrics: new Registry(),
    now,
  })
}

async function requireSiteAdmin(db: Db, username: string | undefined) {
  const admins = (await listAccounts(db)).filter(({ isAdmin }) => isAdmin).map((each) => each.username)
  const [first, ...others] = admins
  if (first === undefined) throw new UsageError('There is no site admin yet. Create one with create-admin.')
  if (username === undefined && others.length > 0) {
    throw new UsageError(`There are several site admins. Choose one with --as: ${admins.join(', ')}.`)
  }
  const requested = username ?? first
  const match = admins.find((each) => normalizeName(each) === normalizeName(requested))
  const account = match === undefined ? null : await findByUsername(db, match)
  if (account === null) throw new UsageError(`Site admin not found: ${requested}.`)
  return account
}

async function sendRequest(app: FastifyInstance, token: string, request: AdminRequest): Promise<string> {
  const { csrfToken } = (await app.inject({ method: 'GET', url: '/api/csrf/' })).json<{ csrfToken: string }>()
  const response = await app.inject({
    method: request.operation.method,
    url: request.url,
    cookies: { [SESSION_COOKIE]: token, [CSRF_COOKIE]: csrfToken },
    headers: { 'x-csrftoken': csrfToken, ...request.headers },
    ...(request.payload === undefined ? {} : { payload: request.payload }),
  })
  if (response.statusCode >= 400) throw new FailedError(errorMessage(response.json<ErrorBody>()))
  return response.body
}

/** The message of an error response, followed by the messages of its fields. */
function errorMessage({ error, fields = {} }: ErrorBody): string {
  return [...new Set([error, ...Object.values(fields)])].join(' ')
}
