import { pictureFileRoutes } from '../../features/history/pictures.ts'
import { playerNews } from '../../features/news/player-news.ts'
import { newsRoutes } from '../../features/news/routes.ts'
import { publicDocumentRoutes } from '../../features/public-link/document.ts'
import type { ContractApp } from '../../http/requests/validation.ts'
import { playerReader } from '../../repositories/seasons/player-reader.ts'
import type { Services } from '../services.ts'

type SeasonRoutesOptions = Services & {
  /** The document of the page; null without a built page. */
  document: string | null
}

/** Seasons: what members look at, from standings to the history. */
export async function seasonRoutes(api: ContractApp, services: SeasonRoutesOptions): Promise<void> {
  const { document, db, jobs, leagueAccess: leagues, news, now } = services
  if (document !== null) publicDocumentRoutes(api, services, document)
  pictureFileRoutes(api, services)
  newsRoutes(api, {
    news: playerNews({ ...news, jobs }),
    players: playerReader(db),
    leagues,
    now,
  })
}
