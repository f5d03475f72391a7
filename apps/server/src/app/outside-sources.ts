import type { Logger } from 'pino'
import type { Db } from '../database/database.ts'
import { nflReader } from '../database/nfl-reader.ts'
import { nflStore } from '../database/nfl-store.ts'
import { outsideReads } from '../database/outside-reads.ts'
import { type OutsideData, outsideData } from '../features/outside/outside-data.ts'
import type { WebLogLine } from '../providers/http/web-client.ts'
import { newsAt } from '../providers/news/news.ts'
import type { NewsSource } from '../providers/news/news-source.ts'
import { nflAt } from '../providers/nfl/nfl.ts'
import { openMeteoAt } from '../providers/weather/open-meteo.ts'
import type { Settings } from '../settings.ts'

/** What surrounds the league, read from the addresses that the settings name. */
export function outsideDataOf(db: Db, settings: Settings, log: Logger, now: () => Date): OutsideData {
  const shared = sharedBy(settings, log)
  return outsideData({
    reader: nflReader(db),
    store: nflStore(db),
    reads: outsideReads(db),
    nfl: nflAt({
      ...shared,
      fantasyAddress: settings.ESPN_BASE_URL,
      siteAddress: settings.ESPN_SITE_URL,
    }),
    weather: openMeteoAt({ ...shared, address: settings.WEATHER_BASE_URL }),
    sourcesOff: settings.SOURCES_OFF,
    log,
    now,
  })
}

/** None where the settings say that news is never asked for. */
export function newsSourcesOf(settings: Settings, log: Logger): NewsSource[] {
  if (settings.SOURCES_OFF.includes('news')) return []
  return newsAt({
    ...sharedBy(settings, log),
    siteAddress: settings.ESPN_SITE_URL,
    searchAddress: settings.NEWS_BASE_URL,
  })
}

function sharedBy({ PROVIDER_USER_AGENT }: Settings, log: Logger) {
  return {
    userAgent: PROVIDER_USER_AGENT,
    log: (line: WebLogLine) => log.debug(line, 'asked an outside source'),
  }
}
