import { MINUTE_MS } from '@fieldhouse/domain/duration'
import type { Logger } from 'pino'
import { attemptStore } from '../auth/rate-limits.ts'
import { createBackupStorage } from '../backup/backup-storage.ts'
import type { Db } from '../database/engine/database.ts'
import {
  type ExternalData,
  externalData,
  sleeperPlayerList,
  storedSleeperPlayers,
} from '../features/external-data/external-data.ts'
import { type Mailer, noMailer, smtpMailer } from '../mail/mail.ts'
import { createMediaStore } from '../media/file-store.ts'
import { breachedPasswords } from '../providers/breached-passwords.ts'
import { type ChatModel, chatModel } from '../providers/chat-model.ts'
import { createEspnProvider } from '../providers/espn/espn-provider.ts'
import { systemClock } from '../providers/http/attempts.ts'
import { publicFetch } from '../providers/http/public-hosts.ts'
import type { WebLogLine } from '../providers/http/web-client.ts'
import { createImageSource } from '../providers/image-source.ts'
import type { LeagueProviders, ProviderCookies } from '../providers/league-provider.ts'
import { createLinkPreviewSource } from '../providers/link-previews.ts'
import { createNewsSources, type NewsSource } from '../providers/news.ts'
import { createNflProvider } from '../providers/nfl-provider.ts'
import { createSheetSource } from '../providers/sheets.ts'
import { createSignInProvider } from '../providers/sign-in-provider.ts'
import { type SleeperClient, sleeperClient, sleeperProvider } from '../providers/sleeper/sleeper-provider.ts'
import { createOpenMeteoProvider } from '../providers/weather.ts'
import type { Settings } from '../settings.ts'

/**
 * Creates the clients of all external services at the URLs in the settings.
 * @param previewFetch see `runServer`
 */
export async function createIntegrations(
  db: Db,
  settings: Settings,
  log: Logger,
  now: () => Date,
  previewFetch = publicFetch,
) {
  return {
    providers: createLeagueProviders(db, settings, log),
    externalData: externalDataFrom(db, settings, log, now),
    newsSources: newsSourcesFrom(settings, log),
    sheets: sheetSourceFrom(settings, log),
    mailer: mailerFrom(settings, log),
    imageSource: createImageSource({
      baseUrl: settings.IMAGES_BASE_URL,
      sleeperUrl: settings.SLEEPER_CDN_URL,
      userAgent: settings.PROVIDER_USER_AGENT,
      log: (line) => log.debug(line, 'image request'),
    }),
    linkPreviews: settings.LINK_PREVIEWS
      ? createLinkPreviewSource({ userAgent: settings.PROVIDER_USER_AGENT, fetch: previewFetch })
      : null,
    media: await createMediaStore(settings),
    backups: await createBackupStorage(settings),
    serverCookies: serverCookiesOf(settings),
    signInProviders: settings.oidcProviders.map((provider) =>
      createSignInProvider(provider, { userAgent: settings.PROVIDER_USER_AGENT, now }),
    ),
    breachedPasswords: breachedPasswordsFrom(settings, log),
    chatModel: chatModelFrom(settings),
  }
}

export function createLeagueProviders(db: Db, settings: Settings, log: Logger): LeagueProviders {
  const sleeper = createSleeperClient(db, settings, log)
  return {
    espn: createEspnProvider({
      baseUrl: settings.ESPN_BASE_URL,
      userAgent: settings.PROVIDER_USER_AGENT,
      maxPerMinute: settings.PROVIDER_REQUESTS_PER_MINUTE,
      log: (line) => log.debug(line, 'provider request'),
    }),
    sleeper: sleeperProvider(sleeper, storedSleeperPlayers(db)),
  }
}

/** The processes of the site share the limit of requests, because they share its address. */
function createSleeperClient(db: Db, settings: Settings, log: Logger): SleeperClient {
  const attempts = attemptStore(db)
  const maxPerMinute = settings.PROVIDER_REQUESTS_PER_MINUTE
  const limit = { name: 'requests to sleeper', limit: maxPerMinute, windowMs: MINUTE_MS }
  return sleeperClient({
    ...systemClock,
    async claimTurn() {
      const turn = await attempts.record([limit], systemClock.now())
      return turn.kind === 'recorded' ? 0 : turn.waitMs
    },
    maxPerMinute,
    baseUrl: `${settings.SLEEPER_BASE_URL}/v1`,
    userAgent: settings.PROVIDER_USER_AGENT,
    log: (line) => log.debug(line, 'provider request'),
  })
}

function sheetSourceFrom({ SHEETS_BASE_URL, SOURCES_OFF, PROVIDER_USER_AGENT }: Settings, log: Logger) {
  if (SOURCES_OFF.includes('sheets')) return null
  return createSheetSource({
    baseUrl: SHEETS_BASE_URL,
    userAgent: PROVIDER_USER_AGENT,
    log: (line) => log.debug(line, 'sheet request'),
  })
}

function breachedPasswordsFrom({ HIBP_BASE_URL, PROVIDER_USER_AGENT }: Settings, log: Logger) {
  if (HIBP_BASE_URL === undefined) return null
  return breachedPasswords({ baseUrl: HIBP_BASE_URL, userAgent: PROVIDER_USER_AGENT, log })
}

function chatModelFrom(settings: Settings): ChatModel | null {
  const { LLM_BASE_URL, LLM_MODEL, LLM_API_KEY, PROVIDER_USER_AGENT } = settings
  if (LLM_BASE_URL === undefined || LLM_MODEL === undefined) return null
  return chatModel({
    ...systemClock,
    baseUrl: LLM_BASE_URL,
    model: LLM_MODEL,
    apiKey: LLM_API_KEY ?? null,
    userAgent: PROVIDER_USER_AGENT,
  })
}

function mailerFrom({ SMTP_URL, MAIL_FROM }: Settings, log: Logger): Mailer {
  return SMTP_URL === undefined || MAIL_FROM === undefined ? noMailer(log) : smtpMailer(SMTP_URL, MAIL_FROM)
}

export function externalDataFrom(db: Db, settings: Settings, log: Logger, now: () => Date): ExternalData {
  const shared = sharedOptions(settings, log)
  return externalData({
    db,
    nfl: createNflProvider({
      ...shared,
      fantasyUrl: settings.ESPN_BASE_URL,
      siteUrl: settings.ESPN_SITE_URL,
    }),
    weather: createOpenMeteoProvider({ ...shared, baseUrl: settings.WEATHER_BASE_URL }),
    sleeperPlayers: sleeperPlayerList(db, createSleeperClient(db, settings, log)),
    disabledSources: settings.SOURCES_OFF,
    log,
    now,
  })
}

function newsSourcesFrom(settings: Settings, log: Logger): NewsSource[] {
  if (settings.SOURCES_OFF.includes('news')) return []
  return createNewsSources({
    ...sharedOptions(settings, log),
    siteUrl: settings.ESPN_SITE_URL,
    searchUrl: settings.NEWS_BASE_URL,
  })
}

function sharedOptions({ PROVIDER_USER_AGENT }: Settings, log: Logger) {
  return {
    userAgent: PROVIDER_USER_AGENT,
    log: (line: WebLogLine) => log.debug(line, 'external data request'),
  }
}

export function serverCookiesOf({ ESPN_SWID, ESPN_S2 }: Settings): ProviderCookies | null {
  return ESPN_SWID === undefined || ESPN_S2 === undefined ? null : { swid: ESPN_SWID, s2: ESPN_S2 }
}
