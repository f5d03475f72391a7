import { respondOrError, startServer } from '../espn-http.ts'
import { findCapturedResponse } from './captured-response.ts'
import { CaptureFolderError, hasCapture, readCatalog } from './catalog.ts'

export type CaptureServerOptions = {
  /** A folder with `league-<id>/<season>/*.json` and `season/<year>/*.json`. */
  folder: string
  port?: number
  host?: string
  /**
   * File name, without extension, of the snapshot to serve for its season, such as `predraft-scoreboard`.
   * By default, a season is served as last captured. A request can override it with the path prefix
   * `/at/{snapshot}`.
   */
  snapshot?: string | null
}

export type CaptureServer = {
  /** Without a trailing slash, as ESPN_BASE_URL expects. */
  url: string
  seasons: { leagueId: number; season: number }[]
  close(): Promise<void>
}

/**
 * Serves captured bodies at the provider's own paths, without checking cookies. Throws a CaptureFolderError
 * when the folder is missing, or does not contain a league or the snapshot.
 */
export async function startCaptureServer(options: CaptureServerOptions): Promise<CaptureServer> {
  const { folder, snapshot = null } = options
  const catalog = await readCatalog(folder)
  if (snapshot !== null && !hasCapture(catalog, snapshot)) {
    throw new CaptureFolderError(`Capture ${snapshot} not found in ${folder}.`)
  }
  const server = await startServer(async (request, response) => {
    const { status, body } = await respondOrError(request.method, 'CAPTURE_SERVER_FAILED', () => {
      const url = new URL(request.url ?? '/', 'http://captures')
      return findCapturedResponse(catalog, { url, headers: request.headers, snapshot })
    })
    response.writeHead(status, {
      'content-type': 'application/json;charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-fantasy-role': 'NONE',
    })
    response.end(body)
  }, options)
  return {
    ...server,
    seasons: catalog.seasons.map(({ leagueId, season }) => ({ leagueId, season })),
  }
}
