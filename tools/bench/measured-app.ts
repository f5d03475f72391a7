import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { buildApp } from '../../apps/server/src/app.ts'
import { folderStorage } from '../../apps/server/src/backup/backup-storage.ts'
import type { Database } from '../../apps/server/src/database/schema/schema.ts'
import { noMailer } from '../../apps/server/src/mail/mail.ts'
import { fileStore } from '../../apps/server/src/media/file-store.ts'
import type { LeagueArchive } from '../../apps/server/src/providers/league-provider.ts'
import type { Settings } from '../../apps/server/src/settings.ts'

const NO_PROVIDER: LeagueArchive = {
  name: 'espn',
  readSeason: async () => null,
  listSeasons: async () => null,
  previewLeague: async () => null,
  readPart: async () => null,
}

/** The server without a port, and without anything that sends requests of its own. */
export async function buildMeasuredApp(
  db: Kysely<Database>,
  settings: Settings,
  now: () => Date,
): Promise<FastifyInstance> {
  const mediaFolder = join(settings.dataDir, 'media')
  mkdirSync(mediaFolder, { recursive: true })
  const log = pino({ level: 'silent' })
  return buildApp({
    db,
    settings: { ...settings, REFRESH_SCHEDULE: 'off', RATE_LIMIT_FACTOR: 0 },
    settingsInEffect: [],
    errors: { since: now(), total: () => 0, list: () => [] },
    providers: { espn: NO_PROVIDER },
    externalData: {
      readWeek: async () => undefined,
      readPlayers: async () => undefined,
      refreshStale: async () => undefined,
      refreshScores: async () => undefined,
      fetch: async () => undefined,
    },
    newsSources: [],
    imageSource: { read: () => Promise.reject(new Error('the site has no pictures')) },
    linkPreviews: null,
    sheets: null,
    mailer: noMailer(log),
    chatModel: null,
    media: fileStore(mediaFolder),
    backups: folderStorage(join(settings.dataDir, 'backups')),
    serverCookies: null,
    signInProviders: [],
    breachedPasswords: null,
    pageFolder: null,
    log,
    metrics: new Registry(),
    now,
  })
}
