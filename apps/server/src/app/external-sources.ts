import type { Logger } from 'pino'
import type { Db } from '../database/engine/database.ts'
import { type ExternalData, externalData } from '../features/external-data/external-data.ts'
import type { WebLogLine } from '../providers/http/web-client.ts'
import { createNewsSources } from '../providers/news/news.ts'
import type { NewsSource } from '../providers/news/news-source.ts'
import { createNflProvider } from '../providers/nfl/espn-nfl.ts'
import { createOpenMeteoProvider } from '../providers/weather/open-meteo.ts'
import { externalFetchStore } from '../repositories/nfl/external-fetch-store.ts'
import { nflReader } from '../repositories/nfl/nfl-reader.ts'
import { nflStore } from '../repositories/nfl/nfl-store.ts'
import type { Settings } from '../settings.ts'

/** The external data (NFL schedule, odds, weather), read from the URLs in the settings. */
export function externalDataFrom(db: Db, settings: Settings, log: Logger, now: () => Date): ExternalData {
  const shared = sharedOptions(settings, log)
  return externalData({
    reader: nflReader(db),
    store: nflStore(db),
    fetchStore: externalFetchStore(db),
    nfl: createNflProvider({
      ...shared,
      fantasyUrl: settings.ESPN_BASE_URL,
      siteUrl: settings.ESPN_SITE_URL,
    }),
    weather: createOpenMeteoProvider({ ...shared, baseUrl: settings.WEATHER_BASE_URL }),
    disabledSources: settings.SOURCES_OFF,
    log,
    now,
  })
}

/** Empty when the settings turn news off. */
export function newsSourcesFrom(settings: Settings, log: Logger): NewsSource[] {
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
