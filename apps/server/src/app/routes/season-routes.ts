import { join } from 'node:path'
import { scoreStore } from '../../features/betslip/score-store.ts'
import { findBoard as findDraftBoard } from '../../features/draft/read-draft.ts'
import { historyAdminRoutes } from '../../features/history/admin-routes.ts'
import { ownerPictureRoutes } from '../../features/history/picture-routes.ts'
import { findSeasonFinish, listTeamOwners } from '../../features/history/read-team-owner.ts'
import { historyRoutes } from '../../features/history/routes.ts'
import { trophyPictureRoutes } from '../../features/history/trophy-picture-routes.ts'
import { trophyStore } from '../../features/history/trophy-store.ts'
import { imagesRoutes } from '../../features/images/routes.ts'
import { awardReader } from '../../features/insights/award-reader.ts'
import { awardRoutes } from '../../features/insights/award-routes.ts'
import { gradeRoutes } from '../../features/insights/grade-routes.ts'
import { insightsRoutes } from '../../features/insights/routes.ts'
import { seasonCardRoutes } from '../../features/insights/season-cards/routes.ts'
import { seasonCardReader } from '../../features/insights/season-cards/season-card-reader.ts'
import { playerNews } from '../../features/news/player-news.ts'
import { newsRoutes } from '../../features/news/routes.ts'
import { publicDocumentRoutes } from '../../features/public-link/document-routes.ts'
import { publicLinkRoutes } from '../../features/public-link/routes.ts'
import { publicLinkStore } from '../../features/public-link/store.ts'
import { cardDrawer, imageMaker } from '../../features/share-images/image-maker.ts'
import { shareImagesRoutes } from '../../features/share-images/routes.ts'
import { movesReader } from '../../features/transactions/moves-reader.ts'
import { transactionRoutes } from '../../features/transactions/routes.ts'
import { transactionReader } from '../../features/transactions/transaction-reader.ts'
import type { ContractApp } from '../../http/requests/validation.ts'
import { imageCache } from '../../media/image-cache.ts'
import { imageProxy } from '../../media/image-proxy.ts'
import { findRecapOfWeek } from '../../repositories/recaps/stored-recap.ts'
import { playerReader } from '../../repositories/seasons/player-reader.ts'
import { publicSources } from '../public-sources.ts'
import type { Services } from '../services.ts'
import { shareSources } from '../share-sources.ts'

/** About 10,000 pictures, each in all sizes. */
const MAX_IMAGE_CACHE_BYTES = 256 * 1024 * 1024

/** About 1,000 pictures to share. */
const MAX_SHARE_CACHE_BYTES = 64 * 1024 * 1024

type SeasonRoutesOptions = Services & {
  /** The document of the page; null without a built page. */
  document: string | null
}

/** Seasons: what members look at, from standings to the history. */
export async function seasonRoutes(api: ContractApp, services: SeasonRoutesOptions): Promise<void> {
  const {
    archive,
    document,
    insights,
    db,
    games,
    history,
    historyDecisions,
    identities,
    imageSource,
    images,
    jobs,
    leagueAccess: leagues,
    log,
    logoColors,
    media,
    memory,
    news,
    nfl,
    now,
    pictures,
    players,
    linkPreviews,
    publicUrl,
    races,
    rosterWeeks,
    seasons,
    settings,
    teams,
    uploadedPictures,
  } = services
  const cache = imageCache(join(settings.dataDir, 'images'), MAX_IMAGE_CACHE_BYTES)
  const proxy = imageProxy({
    source: imageSource,
    onColor: (url, color) => logoColors.save(url, color),
    cache,
    log,
    now,
  })
  const linkImages =
    linkPreviews === null
      ? null
      : imageProxy({
          source: { read: (url) => linkPreviews.readImage(url) },
          onColor: async () => undefined,
          cache,
          log,
          now,
        })
  imagesRoutes(api, { paths: images, players, proxy, linkImages })
  insightsRoutes(api, {
    seasons,
    insights,
    races,
    archive,
    rosterWeeks,
    listGames: async (leagueId) => (await history.get(leagueId)).history.games,
    now,
  })
  const listOwners = async (leagueId: number) => listTeamOwners(await history.get(leagueId))
  awardRoutes(api, {
    seasons,
    awards: awardReader({ insights, archive, rosterWeeks, nfl }),
    listOwners,
    now,
  })
  const names = { teams, players: playerReader(db), listOwners }
  const transactions = transactionReader({ games, archive, rosterWeeks })
  transactionRoutes(api, {
    seasons,
    transactions,
    moves: memory.remember(movesReader({ seasons, games, archive, rosterWeeks }), ['season']),
    ...names,
    now,
  })
  const findBoard = (leagueId: number, season: number) => findDraftBoard(services, leagueId, season)
  gradeRoutes(api, { seasons, insights, archive, rosterWeeks, findBoard, now })
  const seasonCards = seasonCardReader({
    insights,
    races,
    archive,
    rosterWeeks,
    teams,
    findBoard,
    findFinish: async (leagueId, season) => findSeasonFinish(await history.get(leagueId), season),
  })
  seasonCardRoutes(api, { seasons, cards: seasonCards, now })
  const drawer = cardDrawer()
  api.addHook('onClose', () => drawer.close())
  const pictureMaker = imageMaker({
    paths: images,
    proxy,
    drawer,
    cache: imageCache(join(settings.dataDir, 'share-images'), MAX_SHARE_CACHE_BYTES),
    log,
    now,
  })
  shareImagesRoutes(api, {
    sources: shareSources({
      ctx: services,
      history,
      races,
      seasonCards,
      scoresOf: (leagueId, season) => scoreStore(db).findScores(leagueId, season),
      teams,
      archive,
      seasons,
      findPostedRecap: (week) => findRecapOfWeek(db, week),
      trades: { transactions, ...names },
      now,
    }),
    images: pictureMaker,
  })
  const publicLinks = publicLinkStore(db)
  const publicData = publicSources({ ctx: services, history, images: pictureMaker })
  publicLinkRoutes(api, { store: publicLinks, seasons, sources: publicData, now })
  if (document !== null)
    publicDocumentRoutes(api, {
      store: publicLinks,
      sources: publicData,
      document,
      publicUrl,
    })
  historyRoutes(api, { cache: history, archive })
  await api.register(historyAdminRoutes, { store: historyDecisions, identities, cache: history, now })
  const maxUploadBytes = settings.MAX_UPLOAD_MB * 1024 * 1024
  await api.register(ownerPictureRoutes, {
    store: historyDecisions,
    cache: history,
    leagues,
    uploadedPictures,
    folder: pictures,
    files: media,
    maxUploadBytes,
    now,
  })
  await api.register(trophyPictureRoutes, { store: trophyStore(db), files: media, maxUploadBytes, now })
  newsRoutes(api, {
    news: playerNews({ ...news, jobs }),
    players: playerReader(db),
    leagues,
    now,
  })
}
