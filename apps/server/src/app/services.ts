import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { attemptStore, rateLimiter } from '../auth/rate-limits.ts'
import { leagueMemory, type ReadLeagueVersions } from '../database/engine/league-memory.ts'
import { storedSleeperPlayers } from '../features/external-data/external-data.ts'
import { anonymousVoteKeys } from '../features/feed/feed-reader.ts'
import { raceThread, rememberRaces } from '../features/insights/read-race.ts'
import { liveScores } from '../features/matchups/matchups.ts'
import { cardDrawer, imageMaker } from '../features/share-images/share-images.ts'
import { imagePaths } from '../images/image-paths.ts'
import { imageCache, imageProxy } from '../media/image-proxy.ts'
import { ownerPictures, ownerPicturesFolder } from '../media/owner-pictures.ts'
import { archiveReader } from '../repositories/archive-reader.ts'
import { leagueReader, saveLogoColor } from '../repositories/league.ts'
import { displayNameReader } from '../repositories/memberships.ts'
import { nflReader } from '../repositories/nfl.ts'
import type { SiteAddress } from '../repositories/site-settings.ts'
import { type AppOptions, isDevelopment, RELEASE } from './app-options.ts'
import { registerJobs } from './jobs.ts'
import { createLiveUpdates, liveFeed } from './live.ts'
import { trackLocalUrl } from './program.ts'

/** About 10,000 pictures, each in all sizes. */
const MAX_IMAGE_CACHE_BYTES = 256 * 1024 * 1024

/** About 1,000 pictures to share. */
const MAX_SHARE_CACHE_BYTES = 64 * 1024 * 1024

/** The league readers remember what they read until the league changes. */
export function createServices(
  app: FastifyInstance,
  options: AppOptions,
  readVersions: ReadLeagueVersions,
  address: SiteAddress,
) {
  const { db, settings, log, now } = options
  const picturesFolder = ownerPicturesFolder(settings.dataDir)
  mkdirSync(picturesFolder, { recursive: true })
  const memory = leagueMemory(readVersions, { freezes: isDevelopment(settings) })
  const sendsMail = settings.SMTP_URL !== undefined
  const limiter = rateLimiter(attemptStore(db))
  const localUrl = trackLocalUrl(app, settings)
  const publicUrl = () => address.current() ?? localUrl()
  const images = imagePaths({
    secretKey: settings.secretKey,
    imagesBaseUrl: settings.IMAGES_OFF ? null : settings.IMAGES_BASE_URL,
  })
  const leagues = leagueReader(db, memory, images)
  const archive = memory.remember(archiveReader(db), ['season'])
  const thread = raceThread()
  const drawer = cardDrawer()
  app.addHook('onClose', () => Promise.all([thread.close(), drawer.close()]))
  const nfl = memory.remember(nflReader(db), ['nfl'], false)
  const cache = imageCache(join(settings.dataDir, 'images'), MAX_IMAGE_CACHE_BYTES)
  const proxy = imageProxy({
    source: options.imageSource,
    onColor: (url, color) => saveLogoColor(db, url, color),
    cache,
    log,
    now,
  })
  const { linkPreviews } = options
  const linkImages =
    linkPreviews &&
    imageProxy({
      source: { read: (url) => linkPreviews.readImage(url) },
      onColor: async () => undefined,
      cache,
      log,
      now,
    })
  const drawCard = imageMaker({
    paths: images,
    proxy,
    drawer,
    cache: imageCache(join(settings.dataDir, 'share-images'), MAX_SHARE_CACHE_BYTES),
    log,
    now,
  })
  const pictures = ownerPictures(picturesFolder)
  const scores = liveScores({ leagues, archive, nfl, now }, readVersions, log)
  const voteKeys = anonymousVoteKeys(settings.secretKey)
  const names = memory.remember(displayNameReader(db), ['league', 'people'])
  const liveData = [scores, liveFeed({ ...options, memory, names, images })]
  const live = createLiveUpdates(app, db, readVersions, liveData, now)
  const computeRace = rememberRaces(thread)
  const jobs = registerJobs(app, {
    ...options,
    leagues,
    archive,
    nfl,
    computeRace,
    limiter,
    sendsMail,
    viewedLeagues: () => live.drainViewed(),
    pictures,
    onChange: () => live.hub.wake(),
    publicUrl,
  })
  return {
    ...options,
    get isSecure() {
      return address.isSecure()
    },
    address,
    release: RELEASE,
    memory,
    names,
    sleeperPlayers: storedSleeperPlayers(db),
    sendsMail,
    limiter,
    publicUrl,
    leagues,
    images,
    archive,
    nfl,
    computeRace,
    drawCard,
    linkImages,
    proxy,
    pictures,
    voteKeys,
    live,
    jobs,
  }
}
