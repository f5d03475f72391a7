import type { Backups, SiteStatus } from '../features/site/use-site.ts'

export const GB = 1024 ** 3

/** A site with nothing to do. */
export const HEALTHY_SITE: SiteStatus = {
  version: '0.2.0',
  update: null,
  address: { url: 'https://league.example', is_set: true, opened_at: 'https://league.example' },
  mail: { is_on: true, server: 'mail.example:587' },
  storage: {
    engine: 'sqlite',
    data_folder: '/data',
    database_bytes: 12 * 1024 * 1024,
    media_bytes: 0,
    free_bytes: 50 * GB,
    upload_limit_bytes: 50 * 1024 * 1024,
    person_limit_bytes: 500 * 1024 * 1024,
    league_limit_bytes: 5000 * 1024 * 1024,
  },
  settings: [
    { name: 'METRICS_TOKEN', source: 'file', is_secret: true, value: null },
    { name: 'PORT', source: 'default', is_secret: false, value: '3000' },
    { name: 'PUBLIC_URL', source: 'environment', is_secret: false, value: 'https://league.example' },
  ],
  errors: { since: '2026-11-20T18:00:00Z', total: 0, recent: [] },
  failed_jobs: 0,
  sources: [{ name: 'weather', last_success_at: '2026-11-20T19:00:00Z', error: null }],
  audit: { checked_at: '2026-11-20T18:00:00Z', entries: 1204, error: null },
}

export const BACKUP_NAME = 'fieldhouse-2026-11-20T09-17-00Z.zip'

/** Backups that are well. */
export const buildBackups = (overrides: Partial<Backups> = {}): Backups => ({
  is_scheduled: true,
  is_overdue: false,
  location: '/data/backups',
  backups: [{ name: BACKUP_NAME, made_at: '2026-11-20T09:17:00Z', bytes: 3 * 1024 * 1024 }],
  storage_error: null,
  is_running: false,
  is_checking: false,
  last_backup: { at: '2026-11-20T09:17:00Z', error: null },
  last_check: {
    at: '2026-11-20T18:00:00Z',
    error: null,
    restored: { name: BACKUP_NAME, rows: 12_345, files: 2, missing_files: 1 },
  },
  ...overrides,
})
