import type { ErrorBody } from '@fieldhouse/contract/errors'
import type { Operation } from '@fieldhouse/contract/operation'
import { normalizeName } from '@fieldhouse/domain/names'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { buildApp } from '../../app.ts'
import { recordAuditEntry } from '../../database/audit.ts'
import type { Db } from '../../database/database.ts'
import { inTransaction } from '../../database/transaction.ts'
import { accountStore } from '../../features/accounts/store.ts'
import { userStore } from '../../features/accounts/user-store.ts'
import { SESSION_COOKIE } from '../../http/access.ts'
import { CSRF_COOKIE } from '../../http/csrf.ts'
import { sessionStore, startSession } from '../../http/session-store.ts'
import { hashToken } from '../../http/tokens.ts'
import type { Settings } from '../../settings.ts'
import { createIntegrations } from '../integrations.ts'
import { clockOf } from '../run-server.ts'
import { FailedError, UsageError } from './command.ts'
import { withDatabase } from './with-database.ts'

export type AdminRequest = {
  operation: Operation
  /** With what its path and its query need. */
  url: string
  payload?: InjectOptions['payload']
  headers?: Record<string, string>
}

/**
 * Makes a call as a site admin would in the page, in this process and beside a running server, and gives
 * the body of its answer. A call that changes something is written down as begun at the console. Throws a
 * FailedError with the sentence of a refusal, and a UsageError when it is not clear who acts.
 */
export async function runAsAdmin(
  command: string,
  as: string | undefined,
  asked: AdminRequest,
): Promise<string> {
  let body = ''
  await withDatabase(async (db, settings) => {
    const now = clockOf(settings)
    const person = await requireSiteAdmin(db, as)
    const app = await buildQuietApp(db, settings, now)
    const session = { userId: person.id, userAgent: 'npm run admin', now: now() }
    const token = await inTransaction(db, (transaction) => startSession(transaction, session))
    try {
      if (asked.operation.method !== 'GET') {
        const detail = { command, username: person.username }
        await recordAuditEntry(db, { at: now(), actor: null, action: 'console.act', detail })
      }
      body = await sendRequest(app, token, asked)
    } finally {
      await sessionStore(db).end(hashToken(token))
      await app.close()
    }
  })
  return body
}

/** Says nothing but what is a defect. */
async function buildQuietApp(db: Db, settings: Settings, now: () => Date): Promise<FastifyInstance> {
  const log = pino({ level: 'error' }, pino.destination({ dest: 2, sync: true }))
  const world = await createIntegrations(db, settings, log, now)
  return buildApp({ db, settings, ...world, pageFolder: null, log, metrics: new Registry(), now })
}

async function requireSiteAdmin(db: Db, username: string | undefined) {
  const admins = (await userStore(db).list()).filter(({ isAdmin }) => isAdmin).map((each) => each.username)
  const [first, ...others] = admins
  if (first === undefined) throw new UsageError('There is no site admin yet. Make one with create-admin.')
  if (username === undefined && others.length > 0) {
    throw new UsageError(`Name the site admin who does it with --as: ${admins.join(', ')}.`)
  }
  const asked = username ?? first
  const named = admins.find((each) => normalizeName(each) === normalizeName(asked))
  const account = named === undefined ? null : await accountStore(db).findByUsername(named)
  if (account === null) throw new UsageError(`There is no site admin ${asked}.`)
  return account
}

async function sendRequest(app: FastifyInstance, token: string, asked: AdminRequest): Promise<string> {
  const { csrfToken } = (await app.inject({ method: 'GET', url: '/api/csrf/' })).json<{ csrfToken: string }>()
  const answer = await app.inject({
    method: asked.operation.method,
    url: asked.url,
    cookies: { [SESSION_COOKIE]: token, [CSRF_COOKIE]: csrfToken },
    headers: { 'x-csrftoken': csrfToken, ...asked.headers },
    ...(asked.payload === undefined ? {} : { payload: asked.payload }),
  })
  if (answer.statusCode >= 400) throw new FailedError(errorMessage(answer.json<ErrorBody>()))
  return answer.body
}

/** With what is said of its fields. */
function errorMessage({ error, fields = {} }: ErrorBody): string {
  return [...new Set([error, ...Object.values(fields)])].join(' ')
}
