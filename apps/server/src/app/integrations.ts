import type { Logger } from 'pino'
import type { AppOptions } from '../app.ts'
import type { Db } from '../database/engine/database.ts'
import type { Mailer } from '../mail/mailer.ts'
import { noMailer } from '../mail/no-mailer.ts'
import { smtpMailer } from '../mail/smtp-mailer.ts'
import { createMediaStore } from '../media/create-media-store.ts'
import { createEspnProvider } from '../providers/espn/client/espn-provider.ts'
import { createSheetSource } from '../providers/sheets/google-sheets.ts'
import type { SheetSource } from '../providers/sheets/sheet-source.ts'
import type { Settings } from '../settings.ts'
import { externalDataFrom, newsSourcesFrom } from './external-sources.ts'
import { serverCookiesOf } from './server-cookies.ts'

type Integrations = Pick<
  AppOptions,
  'provider' | 'externalData' | 'newsSources' | 'sheets' | 'mailer' | 'media' | 'serverCookies'
>

/** Creates the clients of all external services at the URLs in the settings. */
export async function createIntegrations(
  db: Db,
  settings: Settings,
  log: Logger,
  now: () => Date,
): Promise<Integrations> {
  return {
    provider: createEspnProvider({
      baseUrl: settings.ESPN_BASE_URL,
      userAgent: settings.PROVIDER_USER_AGENT,
      log: (line) => log.debug(line, 'provider request'),
    }),
    externalData: externalDataFrom(db, settings, log, now),
    newsSources: newsSourcesFrom(settings, log),
    sheets: sheetSourceFrom(settings, log),
    mailer: mailerFrom(settings, log),
    media: await createMediaStore(settings),
    serverCookies: serverCookiesOf(settings),
  }
}

function sheetSourceFrom(
  { SHEETS_BASE_URL, SOURCES_OFF, PROVIDER_USER_AGENT }: Settings,
  log: Logger,
): SheetSource | null {
  if (SOURCES_OFF.includes('sheets')) return null
  return createSheetSource({
    baseUrl: SHEETS_BASE_URL,
    userAgent: PROVIDER_USER_AGENT,
    log: (line) => log.debug(line, 'sheet request'),
  })
}

function mailerFrom({ SMTP_URL, MAIL_FROM }: Settings, log: Logger): Mailer {
  return SMTP_URL === undefined || MAIL_FROM === undefined ? noMailer(log) : smtpMailer(SMTP_URL, MAIL_FROM)
}
