import { Gauge, type Registry } from 'prom-client'
import type { Context } from '../context.ts'
import { coalesce } from '../database/engine/coalesce.ts'
import { readLastSuccess, readOutcome } from '../features/site/reported-job.ts'
import { readStatus } from '../features/site/status/read-status.ts'

type SiteState = Awaited<ReturnType<typeof readState>>
type Sample = { value: number; labels?: Record<string, string> }

const seconds = (date: Date | null) => (date === null ? 0 : date.getTime() / 1000)
const flag = (isTrue: boolean) => (isTrue ? 1 : 0)

/** The metrics of the site, with what each one is. Times are 0 when it never happened. */
const METRICS: Record<
  string,
  { help: string; labels?: string[]; read: (state: SiteState) => Sample | Sample[] }
> = {
  info: {
    help: 'Always 1, with the running version.',
    labels: ['version'],
    read: ({ version }) => ({ value: 1, labels: { version } }),
  },
  update_available: {
    help: 'Whether a newer release is known. 0 without UPDATES_URL.',
    read: ({ update }) => ({ value: flag(update?.isNewer === true) }),
  },
  backups_on: { help: 'Whether nightly backups are on.', read: ({ isOn }) => ({ value: flag(isOn) }) },
  backup_failed: {
    help: 'Whether the last backup failed.',
    read: ({ backup }) => ({ value: flag(backup?.error != null) }),
  },
  backup_last_success_timestamp_seconds: {
    help: 'When the last backup was made.',
    read: ({ backupAt }) => ({ value: seconds(backupAt) }),
  },
  backup_check_failed: {
    help: 'Whether the last restore of a backup for a check failed.',
    read: ({ check }) => ({ value: flag(check?.error != null) }),
  },
  backup_check_last_success_timestamp_seconds: {
    help: 'When a backup was last restored and found to be complete.',
    read: ({ checkAt }) => ({ value: seconds(checkAt) }),
  },
  audit_check_failed: {
    help: 'Whether the last check found that the audit log was changed.',
    read: ({ audit }) => ({ value: flag(audit?.error != null) }),
  },
  failed_jobs: { help: 'Jobs that have failed for good.', read: ({ failedJobs }) => ({ value: failedJobs }) },
  logged_errors: {
    help: 'Errors that this process has logged since its start.',
    read: ({ errors }) => ({ value: errors }),
  },
  mail_on: { help: 'Whether the site sends email.', read: ({ sendsMail }) => ({ value: flag(sendsMail) }) },
  database_bytes: {
    help: 'Size of the database.',
    read: ({ storage }) => ({ value: storage.databaseBytes }),
  },
  media_bytes: {
    help: 'Size of all uploaded pictures and videos.',
    read: ({ storage }) => ({ value: storage.mediaBytes }),
  },
  free_bytes: {
    help: 'Free disk space in the data directory.',
    read: ({ storage }) => ({ value: storage.freeBytes }),
  },
  source_last_success_timestamp_seconds: {
    help: 'When each source of data was last read.',
    labels: ['source'],
    read: ({ sources }) =>
      sources.map(({ name, lastSuccess }) => ({ value: seconds(lastSuccess), labels: { source: name } })),
  },
  source_failed: {
    help: 'Whether the last request to a source of data failed.',
    labels: ['source'],
    read: ({ sources }) =>
      sources.map(({ name, error }) => ({ value: flag(error !== null), labels: { source: name } })),
  },
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
  for (const [name, { help, labels = [], read: samplesOf }] of Object.entries(METRICS)) {
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
        for (const { value, labels: values = {} } of [samplesOf(state)].flat()) this.set(values, value)
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
