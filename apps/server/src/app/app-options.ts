import type { Registry } from 'prom-client'
import manifest from '../../package.json' with { type: 'json' }
import type { Context } from '../context.ts'
import type { ExternalData } from '../features/external-data/external-data.ts'
import type { ChatModel } from '../providers/chat-model.ts'
import type { ImageSource } from '../providers/image-source.ts'
import type { Settings } from '../settings.ts'

type FromOptions =
  | 'db'
  | 'settings'
  | 'settingsInEffect'
  | 'errors'
  | 'providers'
  | 'sheets'
  | 'mailer'
  | 'newsSources'
  | 'linkPreviews'
  | 'media'
  | 'backups'
  | 'serverCookies'
  | 'signInProviders'
  | 'breachedPasswords'
  | 'log'
  | 'now'

export type AppOptions = Pick<Context, FromOptions> & {
  chatModel: ChatModel | null
  externalData: ExternalData
  imageSource: ImageSource
  /** The built web app; null serves the API only. */
  pageFolder: string | null
  /** Collects metrics, and already contains those of the process. */
  metrics: Registry
}

/** Whether the server checks itself in ways that take time. */
export function isDevelopment({ NODE_ENV }: Pick<Settings, 'NODE_ENV'>): boolean {
  return NODE_ENV === 'development' || NODE_ENV === 'test'
}

export const RELEASE: string = manifest.version
