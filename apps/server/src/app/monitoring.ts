import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { isLoopbackHost } from '@fieldhouse/domain/hosts'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { LoggerOptions } from 'pino'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Context, RecentErrors, SettingInEffect } from '../context.ts'
import { isEqualTimingSafe } from '../crypto/crypto.ts'
import { coalesce } from '../database/engine/coalesce.ts'
import type { ExecutedStatement } from '../database/engine/database.ts'
import { readLastSuccess, readOutcome } from '../features/site/site.ts'
import { readStatus } from '../features/site/status.ts'
import { requestLog } from '../http/request-log.ts'
import { isLoopbackRequest } from '../http/request-origin.ts'
import { SETTING_NAMES, type Settings } from '../settings.ts'

type SiteState = Awaited<ReturnType<typeof readState>>
/** Stored as a number: a time in seconds since 1970, with 0 for null, and true as 1. */
type Value = number | boolean | Date | null
type LabeledValue = { value: Value; labels: Record<string, string> }

/** The metrics of the site, with what each one is. Times are 0 when it never happened. */
const METRICS: Record<
  string,
  { help: string; labels?: string[]; read: (state: SiteState) => Value | LabeledValue[] }
> = {
  info: {
    help: 'Always 1, with the running version.',
    labels: ['version'],
    read: ({ version }) => [{ value: 1, labels: { version } }],
  },
  update_available: {
    help: 'Whether a newer release is known. 0 without UPDATES_URL.',
    read: ({ update }) => update?.isNewer === true,
  },
  backups_on: { help: 'Whether nightly backups are on.', read: ({ isOn }) => isOn },
  backup_failed: { help: 'Whether the last backup failed.', read: ({ backup }) => backup?.error != null },
  backup_last_success_timestamp_seconds: {
    help: 'When the last backup was made.',
    read: ({ backupAt }) => backupAt,
  },
  backup_check_failed: {
    help: 'Whether the last restore of a backup for a check failed.',
    read: ({ check }) => check?.error != null,
  },
  backup_check_last_success_timestamp_seconds: {
    help: 'When a backup was last restored and found to be complete.',
    read: ({ checkAt }) => checkAt,
  },
  audit_check_failed: {
    help: 'Whether the last check found that the audit log was changed.',
    read: ({ audit }) => audit?.error != null,
  },
  failed_jobs: { help: 'Jobs that have failed for good.', read: ({ failedJobs }) => failedJobs },
  logged_errors: {
    help: 'Errors that this process has logged since its start.',
    read: ({ errors }) => errors,
  },
  mail_on: { help: 'Whether the site sends email.', read: ({ sendsMail }) => sendsMail },
  database_bytes: { help: 'Size of the database.', read: ({ storage }) => storage.databaseBytes },
  media_bytes: {
    help: 'Size of all uploaded pictures and videos.',
    read: ({ storage }) => storage.mediaBytes,
  },
  free_bytes: {
    help: 'Free disk space in the data directory.',
    read: ({ storage }) => storage.freeBytes,
  },
  source_last_success_timestamp_seconds: {
    help: 'When each source of data was last read.',
    labels: ['source'],
    read: ({ sources }) =>
      sources.map(({ name: source, lastSuccess: value }) => ({ value, labels: { source } })),
  },
  source_failed: {
    help: 'Whether the last request to a source of data failed.',
    labels: ['source'],
    read: ({ sources }) =>
      sources.map(({ name: source, error }) => ({ value: error !== null, labels: { source } })),
  },
}

function toNumber(value: Value): number {
  return value instanceof Date ? value.getTime() / 1000 : Number(value)
}

/** Adds what the Site page shows to the metrics. While the database is down, these are missing, and the others stay. */
export function registerSiteMetrics(registry: Registry, ctx: Context): void {
  // All metrics are read at the same time.
  const read = coalesce(async () => {
    try {
      return await readState(ctx)
    } catch (err) {
      ctx.log.error({ err }, 'failed to read the metrics of the site')
      return null
    }
  })
  for (const [name, { help, labels = [], read: measure }] of Object.entries(METRICS)) {
    const gauge = new Gauge({
      name: `fieldhouse_${name}`,
      help,
      labelNames: labels,
      registers: [],
      async collect() {
        this.reset()
        const state = await read()
        // Without a value, a metric without labels would be 0.
        if (state === null) return labels.length === 0 ? this.remove() : undefined
        const found = measure(state)
        if (!Array.isArray(found)) this.set(toNumber(found))
        else for (const { value, labels: names } of found) this.set(names, toNumber(value))
      },
    })
    registry.registerMetric(gauge)
  }
}

async function readState(ctx: Context) {
  const { db, errors, release, sendsMail, settings } = ctx
  return {
    ...(await readStatus(ctx)),
    version: release,
    sendsMail,
    errors: errors.total(),
    isOn: settings.BACKUPS === 'on',
    backup: await readOutcome(db, 'backup'),
    backupAt: await readLastSuccess(db, 'backup'),
    check: await readOutcome(db, 'backup-check'),
    checkAt: await readLastSuccess(db, 'backup-check'),
  }
}

type MetricsOptions = {
  registry: Registry
  /** Allows reading from other machines; undefined allows the machine itself only. */
  token: string | undefined
}

export function processMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
}

export const metricsRoutes = fastifyPlugin<MetricsOptions>(async (app, { registry, token }) => {
  const requestDuration = new Histogram({
    name: 'fieldhouse_http_request_duration_seconds',
    help: 'HTTP request duration in seconds, by declared route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    requestDuration.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (!canReadMetrics(request, token))
      return reply
        .code(403)
        .type('text/plain')
        .send('Metrics are available from this machine, or with METRICS_TOKEN.\n')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
})

/**
 * Allows the machine itself, and any client that sends the bearer token. A forwarded request counts as
 * remote, even if it comes from an untrusted proxy on this machine. The `Host` of the request must be a loopback
 * name, because the page of another site in a browser on this machine can be rebound to its address.
 */
function canReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const [scheme, sent] = request.headers.authorization?.split(' ') ?? []
  if (token !== undefined && scheme === 'Bearer' && sent !== undefined && isEqualTimingSafe(sent, token))
    return true
  const isForwarded = ['forwarded', 'x-forwarded-for', 'via'].some((name) => name in request.headers)
  return !isForwarded && isLoopbackHost(request.ip.replace(/^::ffff:/, '')) && isLoopbackRequest(request)
}

const MAX_RECENT = 20
const MAX_DETAIL_LENGTH = 300

/** Pino's number of the level `error`. */
const ERROR_LEVEL = 50

export function recentErrors(now: () => Date): RecentErrors & { hooks: NonNullable<LoggerOptions['hooks']> } {
  const since = now()
  const recent: ReturnType<RecentErrors['list']> = []
  let total = 0
  return {
    since,
    total: () => total,
    list: () => [...recent],
    hooks: {
      logMethod(args, method, level) {
        if (level >= ERROR_LEVEL) {
          total += 1
          recent.unshift({ at: now(), ...describe(args) })
          recent.splice(MAX_RECENT)
        }
        method.apply(this, args)
      },
    },
  }
}

function describe([first, message]: readonly unknown[]): { message: string; detail: string } {
  if (typeof first === 'string') return { message: first, detail: '' }
  const fields = first instanceof Error ? { err: first } : ((first ?? {}) as Record<string, unknown>)
  const { err, job } = fields as { err?: unknown; job?: unknown }
  const parts = [job, err instanceof Error ? err.message : err].filter((part) => typeof part === 'string')
  const text = typeof message === 'string' ? message : ''
  return { message: text, detail: parts.join(': ').slice(0, MAX_DETAIL_LENGTH) }
}

/** Settings whose values are secrets. The names of others must not contain these words. */
const SECRET = /SECRET|KEY|CODE|TOKEN|PASSWORD|_S2|SWID/

const OTHER_SETTINGS = /^(?:OIDC_|AWS_)/

export function readSettingsFile(): NodeJS.Dict<string> {
  return existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
}

/** All settings with their values and sources, by name. Secrets are left out, also those in URLs. */
export function listSettings(
  settings: Settings,
  environment: NodeJS.ProcessEnv,
  file: NodeJS.Dict<string>,
): SettingInEffect[] {
  const others = Object.keys(environment).filter((name) => OTHER_SETTINGS.test(name) && name !== 'AWS_REGION')
  return [...SETTING_NAMES, ...others].sort().map((name) => {
    const given = environment[name] ?? ''
    const source = given === '' ? 'default' : file[name] === given ? 'file' : 'environment'
    const isSecret = SECRET.test(name)
    const value: unknown =
      name in settings ? settings[name as keyof Settings] : given === '' ? undefined : given
    return { name, source, isSecret, value: isSecret ? null : toText(value) }
  })
}

function toText(value: unknown): string | null {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (Array.isArray(value)) return value.join(',')
  return withoutCredentials(typeof value === 'string' ? value : JSON.stringify(value))
}

function withoutCredentials(text: string): string {
  if (!/^[a-z\d+.-]+:\/\//i.test(text)) return text
  const scheme = text.slice(0, text.indexOf('://') + 3)
  const [rest = ''] = text.slice(scheme.length).split(/[?#]/)
  return `${scheme}${rest.slice(rest.lastIndexOf('@') + 1)}`
}

/** The text of a statement that inserts many rows grows with their number. */
const MAX_SQL_LENGTH = 1000

/** Returns undefined for 0. Parameter values are not logged, because they include names and secrets. */
export function slowQueryLogger(
  log: FastifyBaseLogger,
  slowMs: number,
): ((statement: ExecutedStatement) => void) | undefined {
  if (slowMs === 0) return undefined
  return ({ sql, ms, hasFailed }) => {
    if (ms < slowMs) return
    const fields = {
      sql: sql.length > MAX_SQL_LENGTH ? `${sql.slice(0, MAX_SQL_LENGTH)}…` : sql,
      ms: Math.round(ms * 10) / 10,
      ...(hasFailed ? { hasFailed } : {}),
    }
    const currentLog = requestLog() ?? log
    currentLog.warn(fields, 'slow query')
  }
}
