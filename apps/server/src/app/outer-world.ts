import type { Logger } from 'pino'
import type { AppOptions } from '../app.ts'
import type { Db } from '../database/database.ts'
import type { OutsideData } from '../features/outside/outside-data.ts'
import type { Mailer } from '../mail/mailer.ts'
import { noMailer } from '../mail/no-mailer.ts'
import { smtpMailer } from '../mail/smtp-mailer.ts'
import { mediaStoreAt } from '../media/media-store-at.ts'
import { espnAt } from '../providers/espn/espn.ts'
import type { SheetSource } from '../providers/sheets/sheet-source.ts'
import { sheetsAt } from '../providers/sheets/sheets.ts'
import type { Settings } from '../settings.ts'
import { newsSourcesOf, outsideDataOf } from './outside-sources.ts'
import { serverCookiesOf } from './server-cookies.ts'

type OuterWorld = Pick<
  AppOptions,
  'provider' | 'newsSources' | 'sheets' | 'mailer' | 'media' | 'serverCookies'
> & { outside: OutsideData }

/** What the server talks to, where the settings say that it is. */
export async function outerWorld(
  db: Db,
  settings: Settings,
  log: Logger,
  now: () => Date,
): Promise<OuterWorld> {
  return {
    provider: espnAt({
      address: settings.ESPN_BASE_URL,
      userAgent: settings.PROVIDER_USER_AGENT,
      log: (line) => log.debug(line, 'asked the provider'),
    }),
    outside: outsideDataOf(db, settings, log, now),
    newsSources: newsSourcesOf(settings, log),
    sheets: sheetsOf(settings, log),
    mailer: mailerOf(settings, log),
    media: await mediaStoreAt(settings),
    serverCookies: serverCookiesOf(settings),
  }
}

function sheetsOf(
  { SHEETS_BASE_URL, SOURCES_OFF, PROVIDER_USER_AGENT }: Settings,
  log: Logger,
): SheetSource | null {
  if (SOURCES_OFF.includes('sheets')) return null
  return sheetsAt({
    address: SHEETS_BASE_URL,
    userAgent: PROVIDER_USER_AGENT,
    log: (line) => log.debug(line, 'asked for a sheet'),
  })
}

function mailerOf({ SMTP_URL, MAIL_FROM }: Settings, log: Logger): Mailer {
  return SMTP_URL === undefined || MAIL_FROM === undefined ? noMailer(log) : smtpMailer(SMTP_URL, MAIL_FROM)
}
