import type { PlayoffRace, RaceOptions } from '@fieldhouse/domain/insights/race/playoff-race'
import type { RegularSeason } from '@fieldhouse/domain/insights/season/regular-season'
import type { FastifyBaseLogger } from 'fastify'
import type { RateLimiter } from './auth/rate-limits.ts'
import type { BackupStorage } from './backup/backup-storage.ts'
import type { Db } from './database/engine/database.ts'
import type { LeagueMemory } from './database/engine/league-memory.ts'
import type { ImagePaths } from './images/image-paths.ts'
import type { JobRequester } from './jobs/job-runner.ts'
import type { EventStreams } from './live/live-events.ts'
import type { Mailer } from './mail/mail.ts'
import type { ImageProxy } from './media/image-proxy.ts'
import type { MediaStore } from './media/media-store.ts'
import type { OwnerPictures } from './media/owner-pictures.ts'
import type { BreachedPasswords } from './providers/breached-passwords.ts'
import type { LeagueProviders, PlayerDirectory, ProviderCookies } from './providers/league-provider.ts'
import type { LinkPreviewSource } from './providers/link-previews.ts'
import type { NewsSource } from './providers/news.ts'
import type { SheetSource } from './providers/sheets.ts'
import type { SignInProvider } from './providers/sign-in-provider.ts'
import type { ArchiveReader } from './repositories/archive-reader.ts'
import type { LeagueReader } from './repositories/league.ts'
import type { DisplayNameReader } from './repositories/memberships.ts'
import type { NflReader } from './repositories/nfl.ts'
import type { SiteAddress } from './repositories/site-settings.ts'
import type { Settings } from './settings.ts'

export type SettingInEffect = {
  name: string
  source: 'environment' | 'file' | 'default'
  isSecret: boolean
  /** null for a secret, and for a setting that is not set. */
  value: string | null
}

export interface RecentErrors {
  /** When the process began to count. */
  readonly since: Date
  total(): number
  /** The newest ones first, at most 20. `detail` is empty if the line has none. */
  list(): { at: Date; message: string; detail: string }[]
}

export type Context = {
  db: Db
  settings: Settings
  now: () => Date
  release: string
  settingsInEffect: readonly SettingInEffect[]
  errors: RecentErrors
  log: FastifyBaseLogger
  jobs: JobRequester
  limiter: RateLimiter
  live: { streams: EventStreams }
  mailer: Mailer
  sendsMail: boolean
  /** Whether cookies are sent by https only. */
  isSecure: boolean
  address: SiteAddress
  /** The base URL of the site in links, known once the server listens. */
  publicUrl: () => string
  signInProviders: readonly SignInProvider[]
  breachedPasswords: BreachedPasswords | null
  providers: LeagueProviders
  serverCookies: ProviderCookies | null
  names: DisplayNameReader
  leagues: LeagueReader
  sleeperPlayers: PlayerDirectory
  archive: ArchiveReader
  nfl: NflReader
  memory: LeagueMemory
  images: ImagePaths
  proxy: ImageProxy
  linkImages: ImageProxy | null
  newsSources: readonly NewsSource[]
  sheets: SheetSource | null
  media: MediaStore
  backups: BackupStorage
  linkPreviews: LinkPreviewSource | null
  /** Pictures of owners that operators have added to the data folder. */
  pictures: OwnerPictures
  /** Computes a playoff race in another thread, each once. null if too many others are waiting. */
  computeRace: (input: { season: RegularSeason; options: RaceOptions }) => Promise<PlayoffRace | null>
  /**
   * Draws the PNG of a card in another thread, one with the same content once. null if too many others are waiting.
   * @param logos their paths
   */
  drawCard: (
    card: { content: object; style: object },
    logos: readonly (string | null)[],
  ) => Promise<Buffer | null>
  /** `voterKey` derives the key that replaces a voter in stored anonymous votes. */
  voteKeys: { voterKey: (proposalId: number, userId: number) => string }
}
