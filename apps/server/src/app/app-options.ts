import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import manifest from '../../package.json' with { type: 'json' }
import type { BackupStorage } from '../backup/backup-storage.ts'
import type { RecentErrors, SettingInEffect } from '../context.ts'
import type { Db } from '../database/engine/database.ts'
import type { ExternalData } from '../features/external-data/external-data.ts'
import type { Mailer } from '../mail/mail.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { BreachedPasswords } from '../providers/breached-passwords.ts'
import type { ChatModel } from '../providers/chat-model.ts'
import type { ImageSource } from '../providers/image-source.ts'
import type { LeagueProviders, ProviderCookies } from '../providers/league-provider.ts'
import type { LinkPreviewSource } from '../providers/link-previews.ts'
import type { NewsSource } from '../providers/news.ts'
import type { SheetSource } from '../providers/sheets.ts'
import type { SignInProvider } from '../providers/sign-in-provider.ts'
import type { Settings } from '../settings.ts'

export type AppOptions = {
  db: Db
  settings: Settings
  settingsInEffect: readonly SettingInEffect[]
  errors: RecentErrors
  providers: LeagueProviders
  chatModel: ChatModel | null
  sheets: SheetSource | null
  mailer: Mailer
  externalData: ExternalData
  newsSources: readonly NewsSource[]
  imageSource: ImageSource
  linkPreviews: LinkPreviewSource | null
  media: MediaStore
  backups: BackupStorage
  serverCookies: ProviderCookies | null
  signInProviders: readonly SignInProvider[]
  breachedPasswords: BreachedPasswords | null
  /** The built web app; null serves the API only. */
  pageFolder: string | null
  log: FastifyBaseLogger
  /** Collects metrics, and already contains those of the process. */
  metrics: Registry
  now: () => Date
}

/** Whether the server checks itself in ways that take time. */
export function isDevelopment({ NODE_ENV }: Pick<Settings, 'NODE_ENV'>): boolean {
  return NODE_ENV === 'development' || NODE_ENV === 'test'
}

export const RELEASE: string = manifest.version
